import {generateFiles} from '../tests/bench/compile.ts';
import {loadFiles,readSourceFiles} from '../engine/metadata/load-files.ts';
import {validate} from '../engine/model/validate.ts';
import {compile} from '../engine/model/compile.ts';
import {resolve} from '../engine/overlay/resolve.ts';
import {catalogues} from '../src/catalogues.ts';
const real=await readSourceFiles('.');
for(let i=0;i<3;i++){console.time('real load');const f=loadFiles(real);console.timeEnd('real load');console.time('real compile copass');compile(resolve(f,'copass'),catalogues);console.timeEnd('real compile copass')}
const s=generateFiles();
for(let i=0;i<3;i++){console.time('load');const f=loadFiles(s);console.timeEnd('load');console.time('compile base');compile(resolve(f,undefined),catalogues);console.timeEnd('compile base');console.time('one client');compile(resolve(f,'cliente1'),catalogues);console.timeEnd('one client')}
