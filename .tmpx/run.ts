import {readdirSync,writeFileSync} from 'node:fs';
import {readFixture} from '../tests/engine/model/read-fixture.ts';
import {examples} from '../engine/metadata/examples.ts';
import {loadFiles,readSourceFiles} from '../engine/metadata/load-files.ts';
import {loadMessages} from '../engine/metadata/load-messages.ts';
import {validate} from '../engine/model/validate.ts';
import {arrangeIssues,reportIssue} from '../engine/core/issues.ts';
import {issues} from '../engine/core/errors.ts';
import {catalogues} from '../src/catalogues.ts';
const {messages}=loadMessages(await readSourceFiles('.'));
const root='tests/fixtures/issues';
for(const code of Object.keys(issues)){
  const s=new Map([...examples,...readFixture(`${root}/${code}`)]);
  const all=arrangeIssues([...validate(loadFiles(s),catalogues),...(s.has('schemas/messages/pt-BR.json')?loadMessages(s).issues:[])]);
  const lines=[...new Set(all.map(i=>`${i.origin.file}:${i.origin.line}:${i.origin.column} ${i.code}`))];
  writeFileSync(`${root}/${code}/expected.txt`,lines.join('\n')+'\n');
  console.log(`== ${code} ${all.some(i=>i.code===code)?'':'!!! NOT RAISED'}`);
  let n=0;for(const i of all){if(n++>12)break;const r=reportIssue(i,messages);console.log(`  ${r.file}:${r.line}:${r.column} ${r.code} ${r.message} | ${r.hint}`)}
}
