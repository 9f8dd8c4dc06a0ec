/** How the onboarding report looks: on the screen, light and dark, and on paper, where it is light and the pairs stay whole. */
export const onboardStyle = `:root { color-scheme: light dark;
  --ground: light-dark(#fff, #15181d); --raised: light-dark(#f5f6f8, #1e2229); --line: light-dark(#d5d9e0, #363c46);
  --text: light-dark(#1a1d23, #e6e9ee); --quiet: light-dark(#555c68, #a4adba); --link: light-dark(#0b5cad, #7db8f5);
  --loses: light-dark(#a61b1b, #ff9c9c); --weakens: light-dark(#8f4400, #ffb877); --tightens: light-dark(#6b5500, #e8cf6a);
  --changes: light-dark(#1c4f8c, #9cc7f7); --adds: light-dark(#17643a, #86d9a8) }
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 1280px; padding: 32px 24px 64px; background: var(--ground); color: var(--text);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif }
h1 { margin: 0 0 4px; font-size: 28px; line-height: 1.2 }
h2 { margin: 48px 0 12px; padding-bottom: 6px; border-bottom: 1px solid var(--line); font-size: 20px }
h3 { margin: 24px 0 8px; font-size: 16px }
p { margin: 0 }
a { color: var(--link) }
code { font: 12.5px/1.4 ui-monospace, "Cascadia Mono", Menlo, monospace; overflow-wrap: anywhere }
header > p, .note, figcaption { color: var(--quiet) }
nav { display: flex; flex-wrap: wrap; gap: 6px 20px; margin-top: 16px }
dl { display: flex; flex-wrap: wrap; gap: 12px; margin: 20px 0 0 }
.figure { display: flex; flex-direction: column-reverse; min-width: 128px; padding: 10px 14px; background: var(--raised);
  border-left: 4px solid var(--kind); border-radius: 4px }
dt { color: var(--quiet); font-size: 13px }
dd { margin: 0; font-size: 26px; font-weight: 600; line-height: 1.2; font-variant-numeric: tabular-nums }
.loses, .refused { --kind: var(--loses) } .weakens { --kind: var(--weakens) } .tightens { --kind: var(--tightens) }
.changes { --kind: var(--changes) } .adds { --kind: var(--adds) }
ul { margin: 0; padding: 0; list-style: none }
ul.changes > li { display: grid; grid-template-columns: 148px 1fr; gap: 12px; padding: 8px 0; border-top: 1px solid var(--line) }
ul.changes > li:first-child { border-top: 0 }
.badge { color: var(--kind); font-size: 13px; line-height: 22px }
.badge::before { content: ""; display: inline-block; width: 9px; height: 9px; margin-right: 7px; border-radius: 2px; background: currentColor }
.reason { font-style: italic }
.follows { margin: 2px 0; padding-left: 16px; color: var(--quiet); list-style: disc }
.note { font-size: 13px }
table { width: 100%; border-collapse: collapse }
th { color: var(--quiet); font-size: 13px; font-weight: 500; text-align: left }
th, td { padding: 8px 12px 8px 0; border-bottom: 1px solid var(--line); vertical-align: top }
tr.refused td:last-child { color: var(--loses); font-weight: 600 }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 16px; margin-bottom: 20px }
figure { margin: 0 }
figcaption { margin-bottom: 4px; font-size: 13px }
img { display: block; max-width: 100%; border: 1px solid var(--line); border-radius: 4px }
.absent { display: grid; place-items: center; min-height: 120px; border: 1px dashed var(--line); border-radius: 4px; color: var(--quiet) }
@media screen and (max-width: 720px) { .pair, ul.changes > li { grid-template-columns: 1fr; gap: 4px } body { padding: 20px 16px 40px } }
@media print {
  :root { color-scheme: light }
  body { max-width: none; padding: 0; font-size: 11pt }
  nav { display: none }
  h2, h3 { break-after: avoid }
  ul.changes > li, tr, .pair, .figure { break-inside: avoid }
  img { max-height: 230mm; object-fit: contain; object-position: left top }
}
`;
