/** The one stylesheet of the pages. */
export const STYLE = `
:root { color-scheme: light dark; --line: #8886; --accent: #1f5fbf; }
* { box-sizing: border-box; }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 0; padding: 1.5rem 1rem; }
main { max-width: 38rem; margin: 0 auto; }
h1 { font-size: 1.4rem; line-height: 1.25; overflow-wrap: anywhere; }
p, label, code { overflow-wrap: anywhere; }
fieldset { border: 1px solid var(--line); border-radius: .5rem; margin: 1rem 0; padding: .5rem 1rem; }
legend { font-weight: 600; padding: 0 .35rem; }
.choice { display: grid; grid-template-columns: auto 1fr; gap: .6rem; padding: .35rem 0; align-items: start; }
.choice input { margin-top: .35rem; }
.choice small { display: block; opacity: .8; }
code { display: block; padding: .6rem .8rem; border: 1px solid var(--line); border-radius: .5rem; user-select: all; }
button { font: inherit; padding: .6rem 1.1rem; border: 1px solid var(--line); border-radius: .5rem; cursor: pointer; }
button.main { background: var(--accent); border-color: var(--accent); color: #fff; }
button.plain { background: none; border: 0; padding: 0; text-decoration: underline; color: inherit; }
.row { display: flex; flex-wrap: wrap; gap: .75rem; margin: 1rem 0; }
.stack { display: grid; gap: .6rem; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
`;
