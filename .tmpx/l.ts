import {languageFiles} from '../engine/metadata/language.ts';
import {examples} from '../engine/metadata/examples.ts';
import {loadFiles} from '../engine/metadata/load-files.ts';
import {validate} from '../engine/model/validate.ts';
import {catalogues} from '../src/catalogues.ts';
for (const [k,v] of languageFiles()) console.log(k,v.length);
console.log(languageFiles().get('schemas/language/README.md').slice(0,9000));
console.log(validate(loadFiles(examples),catalogues));
