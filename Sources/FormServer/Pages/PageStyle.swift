#if Server
extension PageAssets {
  /// The appearance of all pages, in light and dark, on phones and desktops.
  static let styleText = #"""
    :root {
      color-scheme: light dark;
      --paper: #f6f5f2; --card: #fff; --ink: #1d2126; --soft: #565d66; --line: #848b94;
      --faint: #e3e1dc; --accent: #1f5a82; --on-accent: #fff; --accent-hover: #174766;
      --error: #a61e22; --error-paper: #fdf1f0; --warning: #7a5200; --good: #1f6b43;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --paper: #15181c; --card: #1e2227; --ink: #e9ebee; --soft: #a9b1bb; --line: #7d8690;
        --faint: #343a41; --accent: #8cc4ea; --on-accent: #0d2233; --accent-hover: #add6f2;
        --error: #ffa49e; --error-paper: #33201f; --warning: #f0c36d; --good: #83d2a5;
      }
    }
    * { box-sizing: border-box; }
    html { font: 100%/1.55 system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
    body { margin: 0; padding: 0 1rem 4rem; background: var(--paper); color: var(--ink); }
    main {
      max-width: 40rem; margin: clamp(1rem, 5vh, 3.5rem) auto 0; background: var(--card);
      padding: clamp(1.25rem, 5vw, 3rem); border-radius: .75rem; border: 1px solid var(--faint);
    }
    main:focus, h2:focus { outline: none; }
    h1 { font-size: 1.75rem; line-height: 1.2; font-weight: 650; margin: 0 0 1.5rem; overflow-wrap: anywhere; }
    h2 { font-size: 1.25rem; line-height: 1.3; font-weight: 650; margin: 2.5rem 0 1.25rem; }
    h3 { font-size: 1.0625rem; font-weight: 650; margin: 2rem 0 1rem; }
    .page > h2, form > section:first-of-type > h2 { margin-top: .5rem; }
    section + section, .page + .page { border-top: 1px solid var(--faint); }
    .paged .page { border: 0; }
    p { margin: 0 0 .75rem; }
    a { color: var(--accent); text-underline-offset: .15em; }
    a:hover { text-decoration-thickness: .12em; }
    :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
    .skip { position: absolute; inset-inline-start: -100vw; padding: .5rem 1rem; background: var(--card); }
    .skip:focus { inset-inline-start: .5rem; top: .5rem; z-index: 1; }
    .account {
      display: flex; flex-wrap: wrap; gap: .25rem 1rem; justify-content: flex-end;
      align-items: center; max-width: 40rem; margin: .75rem auto 0; color: var(--soft);
    }
    .legend, .help, .progress { color: var(--soft); }
    .legend { font-size: .9375rem; margin-bottom: 1.25rem; }
    .mark { color: var(--error); }
    .field { margin: 0 0 1.5rem; padding: 0; border: 0; min-width: 0; }
    .field > label, legend { display: block; font-weight: 600; padding: 0; margin-bottom: .35rem; overflow-wrap: anywhere; }
    .help { font-size: .9375rem; margin-bottom: .4rem; }
    .help p { margin: 0; }
    .box > .help, .box > .messages { margin-inline-start: 1.9rem; }
    code { font-size: .95em; }
    input:not([type=checkbox], [type=radio], [type=range], [type=color]), select, textarea {
      display: block; width: 100%; min-height: 2.75rem; padding: .55rem .75rem; font: inherit;
      color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: .4rem;
    }
    input.short:not([type=range], [type=color]) { max-width: 15rem; }
    select { padding-inline: .5rem; }
    input[type=color] { width: 4rem; height: 2.75rem; }
    input[type=range] { width: 100%; accent-color: var(--accent); min-height: 2rem; }
    input[type=file] { padding: .45rem .5rem; }
    textarea { min-height: 8rem; resize: vertical; }
    ::placeholder { color: var(--soft); opacity: 1; }
    :is(input, select, textarea):is(:focus, :focus-within) { outline: 3px solid var(--accent); outline-offset: 0; border-color: var(--accent); }
    [aria-invalid=true]:is(input, select, textarea) { border-color: var(--error); border-width: 2px; }
    [aria-invalid=true]:is(input, select, textarea):focus { outline-color: var(--error); border-color: var(--error); }
    .choices { display: grid; gap: .1rem; }
    .choices label, .box > label {
      display: flex; gap: .65rem; align-items: start; font-weight: 400; padding: .4rem 0; margin: 0;
    }
    [type=checkbox]:focus, [type=radio]:focus { outline-offset: 2px; }
    [type=checkbox], [type=radio] {
      flex: none; width: 1.25rem; height: 1.25rem; margin: .15rem 0 0; accent-color: var(--accent);
    }
    .messages p { margin: .35rem 0 0; font-size: .9375rem; }
    .messages p, .summary li { unicode-bidi: plaintext; }
    [dir=rtl] :is(.messages p, .summary li) { text-align: right; }
    .error { color: var(--error); font-weight: 550; }
    .error::before { content: "! "; font-weight: 800; }
    .warning { color: var(--warning); }
    .note, .upload { color: var(--soft); }
    .upload { margin: .35rem 0 0; overflow-wrap: anywhere; }
    .summary {
      border: 2px solid var(--error); border-radius: .5rem; padding: 1rem 1.25rem;
      margin-bottom: 1.75rem; background: var(--error-paper);
    }
    .summary h2 { font-size: 1.0625rem; margin: 0; }
    .summary ul { margin: .6rem 0 0; padding-inline-start: 1.2rem; }
    .summary li { padding: .15rem 0; }
    .summary a { color: var(--error); }
    .restored {
      display: flex; flex-wrap: wrap; gap: .25rem 1rem; align-items: center; margin-bottom: 1.5rem;
      justify-content: space-between; padding: .75rem 1rem; border: 1px solid var(--faint);
      border-radius: .5rem; font-size: .9375rem;
    }
    .restored p { margin: 0; flex: 1 1 16rem; }
    .actions { display: flex; flex-wrap: wrap; gap: .75rem 1rem; align-items: center; margin-top: 2.25rem; }
    .actions .progress { margin: 0 0 0 auto; }
    [dir=rtl] .actions .progress { margin: 0 auto 0 0; }
    button { font: inherit; cursor: pointer; border-radius: .4rem; min-height: 2.75rem; padding: .5rem 1rem; }
    .send {
      min-width: 8rem; padding-inline: 1.5rem; border: 1px solid transparent; font-weight: 600;
      background: var(--accent); color: var(--on-accent);
    }
    .send:hover { background: var(--accent-hover); }
    .plain { border: 1px solid var(--line); background: none; color: var(--accent); }
    .plain:hover { border-color: var(--accent); }
    .account .plain { min-height: 2rem; padding: .15rem .6rem; font-size: .9375rem; }
    [hidden], :is(section, .page):not(:has(.field:not([hidden]))) { display: none !important; }
    output { display: block; min-height: 2.75rem; padding: .55rem .75rem; border-radius: .4rem; background: var(--paper); overflow-wrap: anywhere; }
    output.short { max-width: 15rem; }
    .extra { position: absolute; inset-inline-start: -100vw; width: 1px; height: 1px; overflow: hidden; }
    .forms { list-style: none; padding: 0; margin: 0; }
    .forms a { display: block; padding: .8rem 0; border-bottom: 1px solid var(--faint); }
    .forms li:last-child a { border: 0; }
    .done { border-inline-start: 4px solid var(--good); padding-inline-start: 1.25rem; }
    .done .number { color: var(--soft); }
    .done .number::first-letter { text-transform: uppercase; }
    .done p:last-child { margin: 0; }
    @media (max-width: 30rem) {
      body { padding-inline: 0; }
      main { margin-top: 0; border-width: 0 0 1px; border-radius: 0; }
      .actions .send { flex: 1; }
      .account { padding-inline: 1rem; }
    }
    @media (forced-colors: active) { .send { border-color: ButtonText; } }

    """#
}
#endif
