const t0=performance.now();
const {Ajv2020}=await import('ajv/dist/2020.js');console.log('import ajv',performance.now()-t0);
const {kinds}=await import('../engine/metadata/kinds.ts');console.log('kinds',performance.now()-t0);
const a=new Ajv2020({allErrors:true,verbose:true,allowUnionTypes:true,formats:{regex:true}});console.log('new',performance.now()-t0);
for(const k of Object.values(kinds)){a.compile(k.schema)}console.log('compile',performance.now()-t0);
await import('csv-parse/sync');console.log('csv',performance.now()-t0);
