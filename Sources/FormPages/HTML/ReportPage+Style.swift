import FormStore
import Foundation

extension ReportPage {
  /// The style sheet, including narrow screens, dark mode and print.
  package static let style = """
    :root{color-scheme:light dark;--ink:#1d2530;--soft:#5a6675;--page:#fff;--card:#f3f5f8;\
    --line:#d5dbe3;--main:#2358a8;--bad:#b3261e}
    @media(prefers-color-scheme:dark){:root{--ink:#e4e8ee;--soft:#a3aebc;--page:#14181e;\
    --card:#1e242d;--line:#37414e;--main:#86b4f5;--bad:#ff8a80}}
    *{box-sizing:border-box}
    body{margin:0 auto;padding:1rem;max-width:76rem;background:var(--page);color:var(--ink);\
    font:1rem/1.5 system-ui,sans-serif}
    h1{font-size:1.6rem;line-height:1.2;margin:.5rem 0}
    h2{font-size:1.2rem;margin:2.5rem 0 .5rem}
    h3{font-size:1rem;margin:1rem 0 .25rem}
    h2::first-letter,dt::first-letter,th[scope=col]::first-letter,nav a::first-letter,h3::first-letter,\
    details:not([id])>summary::first-letter{text-transform:uppercase}
    a{color:var(--main)}
    :focus-visible{outline:3px solid var(--main);outline-offset:2px}
    .skip{position:absolute;left:-99rem}.skip:focus{position:static}
    header p,.note,caption,footer{color:var(--soft);margin:.25rem 0}
    nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1rem;list-style:none;padding:0;margin:1rem 0}
    nav a,h2{display:inline-block}
    h2{display:block}
    .totals{display:grid;grid-template-columns:repeat(auto-fit,minmax(9rem,1fr));gap:.75rem;margin:1rem 0}
    .totals div{background:var(--card);border:1px solid var(--line);border-radius:.5rem;padding:.6rem .8rem}
    dt{color:var(--soft);font-size:.9rem}
    dd{margin:0;font-size:1.5rem;font-variant-numeric:tabular-nums}
    dd small{font-size:.9rem;color:var(--soft)}
    .scroll{overflow-x:auto;max-width:100%}
    table{border-collapse:collapse;min-width:min(100%,34rem);font-size:.9rem}
    caption{text-align:start;font-size:.85rem;position:absolute;clip-path:inset(50%);width:1px;\
    height:1px;overflow:hidden}
    th,td{text-align:start;vertical-align:top;padding:.35rem .7rem .35rem 0;\
    border-bottom:1px solid var(--line)}
    tbody th{font-weight:600}
    thead th{color:var(--soft);font-weight:600;white-space:nowrap;display:table-cell}
    time{white-space:nowrap}
    td.description{min-width:14rem}
    .n{font-variant-numeric:tabular-nums;white-space:nowrap}
    td.n,th.n{text-align:end}
    td.n:has(.bar){min-width:9rem}
    th button{all:unset;cursor:pointer;display:inline-block}
    th button::first-letter{text-transform:uppercase}
    th button:focus-visible{outline:3px solid var(--main)}
    th[aria-sort] button::after{content:" ▾"}th[aria-sort=ascending] button::after{content:" ▴"}
    .bar{display:block;width:100%;min-width:4rem;height:.35rem;margin-top:.15rem}
    .bar rect{fill:var(--main)}
    svg.columns{display:block;width:100%;min-width:34rem;max-width:54rem;height:auto}
    svg text{fill:var(--soft);font-size:11px}
    svg.columns line{stroke:var(--line)}
    svg.columns rect{fill:var(--main)}
    svg.columns line.delivery{stroke:currentColor;stroke-width:2}
    svg.columns line.rules{stroke:currentColor;stroke-dasharray:4 4}
    svg.heat{display:block;max-width:none;height:auto}
    svg.heat rect{fill:var(--bad);stroke:var(--line)}
    details{border:1px solid var(--line);border-radius:.5rem;padding:.4rem .8rem;margin:.5rem 0}
    summary{cursor:pointer;overflow-wrap:anywhere}
    article{border-top:1px solid var(--line);margin-top:.6rem;overflow-wrap:anywhere}
    article table{width:auto}
    article ul{margin:.25rem 0 .5rem;padding-inline-start:1.2rem}
    .bad{color:var(--bad)}
    .high{color:var(--bad);font-weight:600}
    .columns-grid{display:grid;grid-template-columns:repeat(auto-fit,minmax(16rem,1fr));gap:0 2rem}
    svg.histogram{display:block;width:100%;max-width:24rem;height:6rem}
    svg.histogram rect{fill:var(--main)}
    .fill{width:6rem}
    td code{overflow-wrap:anywhere}.columns-grid td:first-child{min-width:9rem}
    code{font-size:.95em}
    @media print{:root{--ink:#000;--soft:#444;--page:#fff;--card:#fff;--line:#bbb;--main:#2358a8;\
    --bad:#b3261e}
    body{max-width:none;padding:0;font-size:.8rem}nav,.skip{display:none}.scroll{overflow:visible}
    .bar rect,svg rect{print-color-adjust:exact;-webkit-print-color-adjust:exact}
    tr,article,svg{break-inside:avoid}h2{break-after:avoid}svg.heat,svg.columns{max-width:100%;min-width:0}}
    """

  /// A script that sorts tables by a column and opens a record's details when a link points at
  /// them. Without it, tables keep their most informative order.
  static let script = """
    document.querySelectorAll('table.sort').forEach(t=>{const h=[...t.tHead.rows[0].cells];\
    h.forEach((c,i)=>{const b=document.createElement('button');b.type='button';\
    b.append(...c.childNodes);c.append(b);b.onclick=()=>{const r=[...t.tBodies[0].rows],\
    v=x=>x.cells[i].dataset.v,n=r.every(x=>v(x)!==undefined),\
    d=(c.getAttribute('aria-sort')||(n?'ascending':'descending'))==='ascending'?-1:1;\
    r.sort((x,y)=>d*(n?v(x)-v(y):x.cells[i].textContent.localeCompare(y.cells[i].textContent,\
    document.documentElement.lang,{numeric:true})));h.forEach(x=>x.removeAttribute('aria-sort'));\
    c.setAttribute('aria-sort',d>0?'ascending':'descending');t.tBodies[0].append(...r)}})});\
    const o=()=>{const e=location.hash&&document.getElementById(location.hash.slice(1));\
    if(e&&e.tagName==='DETAILS')e.open=true};addEventListener('hashchange',o);o();\
    addEventListener('beforeprint',()=>document.querySelectorAll('details').forEach(e=>e.open=true))
    """

  /// A content security policy that permits only this style sheet and this script.
  package static let contentSecurityPolicy =
    "default-src 'none'; style-src '\(hash(style))'; script-src '\(hash(script))'; "
    + "base-uri 'none'; form-action 'none'"

  private static func hash(_ text: String) -> String {
    "sha256-\(Data(Digest.of(Array(text.utf8))).base64EncodedString())"
  }
}
