#if Server
extension PageAssets {
  /// The appearance of the grid, in addition to that of the audit pages.
  static let repairStyleText = #"""
    body { max-width: none; }
    h1 { overflow-wrap: anywhere; }
    .left { font-size: 1.15rem; font-weight: 600; margin: .25rem 0; }
    .note:empty { display: none; }
    .note { color: var(--bad); font-weight: 600; margin: .25rem 0; }
    .note.good { color: var(--main); }
    .chips { display: flex; flex-wrap: wrap; gap: .35rem; margin: .5rem 0; }
    .chips button { min-height: 2rem; padding: .2rem .6rem; background: var(--card); color: var(--ink); text-align: start; }
    .chips button[aria-pressed=true] { background: var(--main); color: var(--page); border-color: var(--main); }
    .chips .done { text-decoration: line-through; }
    .tools { display: flex; flex-wrap: wrap; gap: .5rem; align-items: end; margin: .5rem 0; }
    .tools button, .suggestion button, .closed button, .dropped button { background: var(--page); color: var(--main); border-color: var(--main); }
    .tools button.main { background: var(--main); color: var(--page); }
    .tools button:disabled { opacity: .55; cursor: default; }
    .tools input[type=checkbox] { width: 1.5rem; min-height: 1.5rem; margin-block: .5rem; }
    .unsaved { align-self: center; }
    .repairs { max-height: 45vh; overflow: auto; }
    .grid[hidden] { display: none; }
    .repairs h2 { font-size: 1rem; margin: .75rem 0 .25rem; overflow-wrap: anywhere; }
    .suggestion { display: flex; gap: .75rem; justify-content: space-between; align-items: center; padding: .3rem 0; border-top: 1px solid var(--line); }
    .examples { margin: 0; padding: 0; list-style: none; color: var(--soft); overflow-wrap: anywhere; white-space: pre-wrap; }
    .keep input { width: auto; min-height: 0; }
    .closed { border: 2px solid var(--bad); border-radius: .5rem; padding: .5rem .8rem; margin: .5rem 0; }
    .grid { height: 60vh; min-height: 16rem; overflow: auto; border: 1px solid var(--line); border-radius: .4rem; font-size: .9rem; position: relative; overscroll-behavior: contain; }
    .grid .head, .grid .row { display: grid; grid-template-columns: var(--columns); min-width: 100%; width: max-content; }
    .grid .heads { position: sticky; top: 0; z-index: 3; }
    .grid .head { background: var(--card); height: 2.5rem; border-bottom: 1px solid var(--line); }
    .grid .rows { position: relative; min-width: 100%; }
    .grid .row { position: absolute; inset-inline-start: 0; top: 0; height: 2.5rem; }
    .grid .cell { padding: .5rem .5rem; overflow: hidden; white-space: pre; text-overflow: ellipsis; border-block-end: 1px solid var(--line); color: var(--ink); background: var(--page); }
    /* Not of the row, because a bold zero is wider. */
    .grid .head .cell { background: var(--card); font-weight: 600; }
    .grid .cell:first-child { position: sticky; inset-inline-start: 0; z-index: 2; color: var(--soft); background: var(--card); }
    .grid .open { box-shadow: inset 0 0 0 1px var(--soft); cursor: cell; }
    .grid .open.bad { box-shadow: inset 0 0 0 2px var(--bad); }
    .grid .edited { font-weight: 600; box-shadow: inset 0 0 0 2px var(--main); }
    .grid .edited::before { content: "● "; color: var(--main); }
    .grid .edited.bad::before { content: "▲ "; color: var(--bad); }
    .grid .conflict { box-shadow: inset 0 0 0 3px var(--bad); }
    .grid .good::before { content: "✓"; color: var(--main); }
    .grid .cell[aria-selected=true] { background: color-mix(in srgb, var(--main) 14%, var(--page)); }
    /* The colour of the corner that marks comments. */
    .grid .cell.noted { background-image: linear-gradient(to bottom left, var(--main) .45rem, transparent .45rem); }
    .comments { margin: .25rem 0; padding-inline-start: 1.2rem; }
    .grid .cell:focus { outline: 3px solid var(--main); outline-offset: -3px; }
    .grid .cell:has(input, textarea) { padding: 0; overflow: visible; z-index: 2; position: relative; }
    .grid .cell input, .grid .cell textarea { width: 100%; min-height: 2.5rem; height: 2.5rem; border-radius: 0; padding: .4rem .5rem; border: 0; outline: 3px solid var(--main); outline-offset: -3px; }
    .grid .cell textarea { height: 7rem; }
    .detail { min-height: 3rem; padding: .25rem 0; overflow-wrap: anywhere; }
    .detail p { margin: .15rem 0; }
    .detail bdi { white-space: pre-wrap; }
    .messages { color: var(--bad); }
    .help { color: var(--soft); font-size: .9rem; }
    .drop { border: 2px dashed var(--line); border-radius: .5rem; padding: .75rem; margin: 1rem 0; }
    #sensitive { display: inline-block; margin: .25rem 0; }
    #sensitive[hidden], .closed[hidden] { display: none; }
    [aria-busy=true] { cursor: progress; }
    @media (max-width: 40rem) {
      .grid { height: 55vh; }
      .chips { flex-wrap: nowrap; overflow-x: auto; padding: .25rem; }
      .chips button { flex: 0 0 auto; max-width: 15rem; }
      .repairs { max-height: 40vh; }
      .tools label { flex: 1 1 8rem; }
      .suggestion { display: block; }
    }

    """#
}
#endif
