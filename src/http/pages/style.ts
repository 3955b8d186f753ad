/** The one stylesheet of the pages. */
export const STYLE = `
:root { color-scheme: light dark; --line: #8886; --accent: #1f5fbf; --focus: #1f5fbf; }
@media (prefers-color-scheme: dark) { :root { --focus: #8ab4f8; } }
* { box-sizing: border-box; }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 0; padding: 1.5rem 1rem; overflow-wrap: anywhere; }
header, main { max-width: 38rem; margin: 0 auto; }
header, small { opacity: .8; }
h1 { font-size: 1.4rem; line-height: 1.25; margin: .5rem 0 1rem; }
ol { padding-left: 2rem; }
li + li { margin-top: .5rem; }
fieldset { border: 1px solid var(--line); border-radius: .5rem; margin: 1rem 0; min-width: 0; padding: .5rem 1rem; }
fieldset fieldset { border: 0; padding: 0; }
fieldset p { margin: .5rem 0; }
legend { float: left; width: 100%; font-weight: 600; padding: 0 0 .25rem; }
legend + * { clear: both; }
.choice { display: grid; grid-template-columns: auto 1fr; gap: .6rem; padding: .35rem 0; align-items: start; }
.choice input { margin-top: .35rem; }
small, .choice b { display: block; }
.field { display: grid; gap: .35rem; margin: 1rem 0; }
.field span { font-weight: 600; }
input:not([type]) { font: inherit; padding: .6rem .8rem; width: 100%; border: 1px solid #888; border-radius: .5rem; }
[role=alert] { border-left: 4px solid var(--focus); padding-left: .75rem; }
summary { cursor: pointer; padding: .25rem 0; }
code { display: block; padding: .6rem .8rem; border: 1px solid var(--line); border-radius: .5rem; user-select: all; }
button { font: inherit; padding: .6rem 1.1rem; background: none; color: inherit; border: 1px solid #888; border-radius: .5rem; cursor: pointer; }
button.main { background: var(--accent); border-color: var(--accent); color: #fff; }
button.plain { border: 0; padding: 0; text-decoration: underline; }
button:hover { border-color: currentcolor; }
.row { display: flex; flex-wrap: wrap; gap: .75rem; margin: 1rem 0; }
.stack { display: grid; gap: .6rem; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
`;
