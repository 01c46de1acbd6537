export const pageStyle = `
:root { color-scheme: light; --line: #d5d9e0; --quiet: #55606e; --ink: #1b2330; --warn: #8a3b00; }
* { box-sizing: border-box; }
body { margin: 0; color: var(--ink); background: #fff; font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto,
  "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", "Noto Sans SC", sans-serif; }
main { max-width: 1060px; margin: 0 auto; padding: 32px 24px 64px; }
h1 { font-size: 28px; line-height: 1.2; margin: 0 0 12px; }
h2 { font-size: 20px; line-height: 1.3; margin: 40px 0 8px; }
h3 { font-size: 16px; margin: 20px 0 6px; }
p { margin: 4px 0; max-width: 80ch; overflow-wrap: anywhere; }
ul { padding-left: 20px; margin: 8px 0; max-width: 90ch; }
li { margin: 4px 0; }
header p { color: var(--quiet); }
header .scope { color: var(--ink); font-size: 17px; }
.warning { color: var(--warn) !important; font-weight: 600; }
.key { font-size: 13px; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(205px, 1fr)); gap: 12px; margin: 24px 0 0; }
.tile { border: 1px solid var(--line); border-radius: 8px; padding: 14px 16px; }
.tile h2 { font-size: 14px; margin: 0; color: var(--quiet); font-weight: 600; }
.tile .value { font-size: 30px; line-height: 1.3; font-weight: 650; margin: 2px 0 4px; }
.tile p { font-size: 14px; }
table { border-collapse: collapse; width: 100%; margin: 10px 0; font-size: 14px; }
th, td { text-align: left; vertical-align: top; padding: 6px 10px 6px 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
th { color: var(--quiet); font-weight: 600; border-bottom: 2px solid var(--line); overflow-wrap: normal; }
.when { white-space: nowrap; }
.number { text-align: right; font-variant-numeric: tabular-nums; overflow-wrap: normal; }
code { font: 13px/1.4 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
a { color: #0b57b7; }
@media (max-width: 640px) {
  main { padding: 20px 16px 48px; }
  h1 { font-size: 24px; }
  thead { display: none; }
  table, tbody, tr, td { display: block; width: 100%; }
  tr { border-bottom: 1px solid var(--line); padding: 8px 0; }
  td, td.number { border: 0; padding: 1px 0; text-align: left; }
  td::before { content: attr(data-name) ": "; color: var(--quiet); }
  td:empty { display: none; }
}
@media print {
  @page { margin: 16mm; }
  body { font-size: 11px; }
  main { max-width: none; padding: 0; }
  h1 { font-size: 20px; } h2 { font-size: 15px; margin-top: 22px; }
  table { font-size: 10px; } code { font-size: 9px; }
  thead { display: table-header-group; }
  tr, .tile { break-inside: avoid; } h2, h3 { break-after: avoid; }
  a { color: inherit; text-decoration: none; }
}
`;
