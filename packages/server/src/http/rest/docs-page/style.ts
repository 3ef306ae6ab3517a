/** The style of the documentation page; the Content-Security-Policy contains its hash. */
export const style = `
:root {
  color-scheme: light dark;
  --page: #fff; --panel: #f6f7f9; --line: #dfe3e8; --text: #1d2329; --quiet: #56606b; --link: #0a57b8;
  --get: #0a57b8; --post: #17693a; --put: #8a5200; --delete: #b3261e;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #14171b; --panel: #1d2127; --line: #333a43; --text: #e4e8ec; --quiet: #a3adb8; --link: #82b6ff;
    --get: #82b6ff; --post: #7fd69b; --put: #f0b866; --delete: #ff9a92;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 4.5rem; }
body {
  margin: 0; background: var(--page); color: var(--text);
  font: 1rem/1.6 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  overflow-wrap: anywhere;
}
a { color: var(--link); text-underline-offset: .15em; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 2px; }
:target { scroll-margin-top: 4.5rem; }
.skip { position: absolute; left: -100vw; }
.skip:focus { left: 1rem; top: .5rem; z-index: 2; background: var(--page); padding: .5rem 1rem; }
header {
  position: sticky; top: 0; z-index: 1; display: flex; justify-content: space-between; align-items: center;
  gap: 1rem; padding: .6rem 1.5rem; background: var(--page); border-bottom: 1px solid var(--line);
}
header p { margin: 0; }
.title { font-weight: 700; }
.title span { font-weight: 400; color: var(--quiet); }
nav { padding: 1rem 1.5rem; border-bottom: 1px solid var(--line); background: var(--panel); }
nav ul { list-style: none; margin: 0; padding: 0; }
nav > ul > li > a { font-weight: 600; }
nav ul ul { display: flex; flex-wrap: wrap; gap: 0 1rem; margin-bottom: .4rem; }
nav a { text-decoration: none; }
nav a:hover { text-decoration: underline; }
main { padding: 1.5rem; max-width: 54rem; }
h1, h2, h3, h4 { line-height: 1.25; }
h1 { margin: 0 0 .5rem; font-size: 2rem; }
h2 { margin: 3rem 0 1rem; padding-bottom: .35rem; border-bottom: 2px solid var(--line); font-size: 1.5rem; }
h3 { margin: 2rem 0 .5rem; font-size: 1.15rem; }
h3 code { font-weight: 700; }
h3 a { color: inherit; text-decoration: none; }
h3 a:hover { text-decoration: underline; }
h4 { margin: 1.25rem 0 .4rem; font-size: .8rem; letter-spacing: .05em; text-transform: uppercase; color: var(--quiet); }
h4 code { text-transform: none; }
p { margin: .5rem 0; }
.lead { font-size: 1.1rem; }
article { padding-bottom: 1.25rem; border-bottom: 1px solid var(--line); }
article:last-child { border-bottom: 0; }
code { font: .875em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
p code, dd > code, .fact code, li code { padding: .1em .3em; border-radius: 4px; background: var(--panel); }
pre {
  margin: .5rem 0; padding: .75rem 1rem; border: 1px solid var(--line); border-radius: 6px;
  background: var(--panel); white-space: pre-wrap; tab-size: 2;
}
.route { display: flex; flex-wrap: wrap; align-items: baseline; gap: .25rem .6rem; }
.route code { padding: 0; background: none; }
.path { font-size: 1rem; }
.path var { font-style: normal; color: var(--put); }
.name { margin-left: auto; color: var(--quiet); }
.method {
  padding: 0 .5rem; border: 1px solid currentcolor; border-radius: 4px;
  font: 700 .8rem/1.6 ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
.get { color: var(--get); } .post { color: var(--post); } .put, .patch { color: var(--put); } .delete { color: var(--delete); }
dl { margin: 0; }
dl > div { padding: .45rem 0; border-top: 1px solid var(--line); }
dl > div:first-child { border-top: 0; }
dt em { font-style: normal; font-size: .8rem; color: var(--delete); }
#errors dt em { margin-right: .4rem; color: var(--quiet); }
dd { margin: 0; color: var(--quiet); }
.type { color: var(--text); font: .875em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
.fact::before { content: " · "; }
.codes { color: var(--quiet); font-size: .875rem; }
.codes a { text-decoration: none; }
.codes a:hover { text-decoration: underline; }
@media (min-width: 40rem) {
  dl > div { display: grid; grid-template-columns: 14rem 1fr; gap: 1rem; }
}
@media (min-width: 64rem) {
  body { display: grid; grid-template-columns: 17rem minmax(0, 1fr); }
  header { grid-column: 1 / -1; }
  nav {
    position: sticky; top: 3rem; height: calc(100vh - 3rem); overflow-y: auto; scrollbar-width: thin;
    border-right: 1px solid var(--line); border-bottom: 0; font-size: .9rem;
  }
  nav > ul > li { margin-bottom: .4rem; }
  nav ul ul { display: block; margin: .2rem 0 .8rem; padding-left: .75rem; border-left: 1px solid var(--line); }
  main { padding: 2rem 3rem; width: 100%; max-width: 60rem; }
}
@media print {
  header, nav, .skip { display: none; }
}
`
