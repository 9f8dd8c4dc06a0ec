import fs from 'node:fs';
import path from 'node:path';
const root='tests/fixtures/issues';
const F={};
const txt=s=>({raw:s});
// a small screen of one entity in schemas/teste/<folder>
const screen=(folder,{props,required,schema={},cols={},entity=folder.replace(/s$/,'').replaceAll('-','_'),data,search}={})=>({
 [`schemas/teste/${folder}/schema.json`]:{title:'Teste',type:'object',...(required?{required}:{}),properties:props??{nome:{title:'Nome',type:'string'}},...schema},
 [`schemas/teste/${folder}/columns.json`]:{entity,...cols},
 ...(data?{[`schemas/teste/${folder}/data.csv`]:txt(data)}:{}),
 ...(search?{[`schemas/teste/${folder}/search.json`]:search}:{}),
});
const routed=(folder,o={})=>screen(folder,{...o,cols:{path:`/${folder}`,parent:'/localizacao',permission:{subject:'teste'},...o.cols}});
const client=(o)=>({'clients/exemplo.json':{name:'exemplo',title:'Plano Exemplo',...o}});
const N={title:'Nome',type:'string'};
F.LANGUAGE_JSON_SYNTAX={'schemas/code-lists/cor.json':txt('{\n  "title": "Cor"\n  "options": [{ "value": "A", "label": "Azul" }]\n}\n'),
 'schemas/teste/menu.json':txt('{\n  // comentário\n  "groups": []\n}\n'),
 'schemas/vazio/menu.json':txt('')};
F.LANGUAGE_KEY_DUPLICATE={'schemas/code-lists/cor.json':txt('{\n  "title": "Cor",\n  "title": "Cores",\n  "options": [{ "value": "A", "label": "Azul" }]\n}\n')};
F.LANGUAGE_KEY_UNKNOWN={...screen('testes',{props:{nome:{title:'Nome',type:'string',maxLenght:10}},cols:{colunms:['nome'],icon:'map',sort:['nome']}}),'schemas/teste/outra-bairros/columns.json':{entity:'bairro',path:'/outra/bairros',parent:'/localizacao',permission:{subject:'bairro'},label:'{nome}',indexes:[['nome']]}};
F.LANGUAGE_KEY_MISSING={...screen('testes',{props:{nome:{type:'string'}},cols:{path:'/testes',title:'Teste'}}),'schemas/code-lists/cor.json':{options:[{value:'A',label:'Azul'}]}};
F.LANGUAGE_VALUE_TYPE={...screen('testes',{props:{nome:{title:'Nome',type:'string',maxLength:'60'}},cols:{columns:['nome',7],unique:'nome'}}),'schemas/teste/menu.json':[]};
F.LANGUAGE_VALUE_INVALID={...screen('testes',{props:{nome:{title:'Nome',type:'strin',pattern:'('}},schema:{$schema:'../language/record.schema.json'},cols:{pageSize:5,path:'/Testes',parent:'/localizacao',permission:{subject:'teste'}}}),...client({theme:{accent:'gren'}})};
F.LANGUAGE_FILE_UNUSED={'schemas/teste/testes/colums.json':{entity:'teste'},'clients/leia-me.txt':txt('nada\n'),'schemas/menu.json':{groups:[]},...screen('testes'),
 'schemas/teste/vazio/columns.json':{entity:'bairro'},
 'schemas/teste/outra-bairros/columns.json':{entity:'bairro',path:'/outra/bairros',parent:'/localizacao',permission:{subject:'bairro'}},'schemas/teste/outra-bairros/data.csv':txt('codigo\n'),
 ...screen('sem-tela',{search:{fields:[{field:'nome'}]}})};
F.LANGUAGE_FILE_MISSING={'schemas/teste/a/schema.json':{title:'A',type:'object',properties:{nome:N}},'schemas/teste/b/columns.json':{entity:'bairo'}};
F.LANGUAGE_FIELD_NAME=screen('testes',{props:{'Descrição':N,dataInicio:N}});
F.LANGUAGE_FIELD_TYPE_UNKNOWN=screen('testes',{props:{nome:{title:'Nome'},hora:{title:'Hora',type:'number',format:'date'}}});
F.LANGUAGE_FIELD_KEYWORD=screen('testes',{props:{dia:{title:'Dia',type:'string',format:'date',maxLength:10},total:{title:'Total',type:'integer','x-mask':'###'},outro:{title:'Outro','x-relation':{entity:'bairro'},default:1},ativo:{title:'Ativo',type:'boolean',format:'date'}}});
F.LANGUAGE_CSV_SYNTAX={...screen('testes',{props:{nome:{...N,'x-unique':true}},required:['nome'],data:'nome\n"A\n'}),...screen('outros',{props:{nome:{...N,'x-unique':true},b:N},required:['nome'],data:'nome,b\nA,1\nB\n'})};
F.LANGUAGE_MESSAGE_MISSING={'schemas/messages/pt-BR.json':{errors:{},issues:{},texts:{},suggestion:"Você quis dizer '{name}'?"}};
F.LANGUAGE_MESSAGE_UNUSED={'schemas/messages/pt-BR.json':{errors:{RECORD_MISING:{message:'Não há.'}},issues:{},texts:{},suggestion:"Você quis dizer '{name}'?"}};
F.OVERLAY_CLIENT_NAME={'clients/outro.json':{name:'outra',title:'Outro'}};
F.OVERLAY_ENTITY_MISSING=client({fields:{bairo:{nome:{label:'X'}}}});
F.OVERLAY_FIELD_MISSING=client({fields:{bairro:{nomes:{label:'X'}}}});
F.OVERLAY_SCREEN_MISSING=client({screens:{bairro:{title:'X'}}});
F.OVERLAY_COLUMN_MISSING=client({screens:{bairros:{columns:['nome','vizinho.nom','vizinho.nome']}}});
F.OVERLAY_CODE_MISSING=client({fields:{bairro:{uf:{codes:['MG','SP']}}}});
F.OVERLAY_KEY_UNSUITED=client({fields:{bairro:{nome:{codes:['A']},inauguracao:{mask:'##/##'},vizinho:{default:'1'}}}});
F.OVERLAY_FLAG_MISSING=client({flags:{'beneficiario.cartoes':true}});
F.OVERLAY_DEFAULT_INVALID=client({fields:{bairro:{taxa:{default:'dez'},uf:{default:'SP'},inauguracao:{default:'2026-02-30'}}}});
F.OVERLAY_HIDDEN_REQUIRED=client({fields:{bairro:{nome:{visible:false},codigo:{visible:false,default:'00000'}}}});
F.OVERLAY_SHADOWED=client({fields:{bairro:{taxa:{visible:false,label:'Valor'}}},screens:{bairros:{enabled:false,pageSize:100}}});
F.OVERLAY_REDUNDANT=client({flags:{'beneficiario.cartao':false},fields:{bairro:{nome:{label:'Nome',required:true,visible:true},uf:{codes:['MG','RJ']}}},screens:{bairros:{pageSize:50,columns:['codigo','nome','uf','vizinho.nome']}}});
F.MODEL_ENTITY_DUPLICATE=screen('testes',{entity:'bairro'});
F.MODEL_ENTITY_MISSING=screen('testes',{props:{nome:N,bairro:{title:'Bairro','x-relation':{entity:'bairo'}}}});
F.MODEL_FIELD_MISSING=routed('testes',{props:{nome:{...N,'x-unique':true},bairro:{title:'Bairro','x-relation':{entity:'bairro'}}},required:['nome','nom'],cols:{columns:['nome','bairro.nomes','nome.x'],sort:['nome'],search:['codigo'],batch:['bairo'],sections:[{title:'T',fields:['nome','bairros']}],unique:[['nome','cidade']],indexes:[['nomes']],naturalKey:['nomme']},data:'nome,bairros\nA,00001\n'});
F.MODEL_FIELD_RESERVED=screen('testes',{props:{id:N,order:N,nome:N}});
F.MODEL_FIELD_DUPLICATE=screen('testes',{props:{nome:N,bairro_id:{title:'Id',type:'integer'},bairro:{title:'Bairro','x-relation':{entity:'bairro'}}}});
F.MODEL_HIDDEN_REQUIRED=screen('testes',{props:{nome:N,oculto:{...N,'x-visible':false}},required:['oculto']});
F.MODEL_CODE_MISSING=screen('testes',{props:{nome:N,uf:{title:'UF',type:'string','x-code-list':'estado','x-codes':['MG','SP']}}});
F.MODEL_CODE_LIST_MISSING=screen('testes',{props:{nome:N,uf:{title:'UF',type:'string','x-code-list':'estados'}}});
F.MODEL_CODE_LIST_DUPLICATE={'schemas/code-lists/cor.json':{title:'Cor',options:[{value:'A',label:'Azul'},{value:'A',label:'Amarelo'}]}};
F.MODEL_DEFAULT_INVALID=screen('testes',{props:{nome:{...N,maxLength:3,default:'longo'},total:{title:'Total',type:'integer',default:'um'},taxa:{title:'Taxa',type:'number',maximum:100,default:101},dia:{title:'Dia',type:'string',format:'date',default:'31/12/2026'},uf:{title:'UF',type:'string','x-code-list':'estado',default:'SP'},cep:{title:'CEP',type:'string','x-mask':'#####-###',default:'X'}}});
F.MODEL_MASK_INVALID=screen('testes',{props:{a:{...N,'x-mask':'---'},b:{...N,'x-mask':'##!'}}});
F.MODEL_LABEL_FIELD=screen('testes',{props:{nome:N,senha:{...N,writeOnly:true},bairro:{title:'Bairro','x-relation':{entity:'bairro',label:'{nome} {cidade}'}}},cols:{label:'{nomes} {bairro} {senha}'}});
F.MODEL_ICON_UNKNOWN=routed('testes',{cols:{icon:'map-pim'}});
F.MODEL_FLAG_MISSING=routed('testes',{cols:{flag:'beneficiario.cartaz'}});
F.MODEL_CLIENT_MISSING=routed('testes',{cols:{clients:['exemplos']}});
F.MODEL_ROUTE_DUPLICATE={...routed('outros',{cols:{path:'/testes/outros'}}),...routed('testes-outros',{cols:{path:'/testes/outros'}}),'schemas/teste/menu.json':{groups:[{path:'/bairros',title:'Bairros',parent:'/'}]}};
F.MODEL_ROUTE_RESERVED=routed('testes',{cols:{path:'/auth/testes'}});
F.MODEL_ROUTE_FOLDER=routed('testes',{cols:{path:'/teste'}});
F.MODEL_FOLDER_DUPLICATE={...routed('testes',{cols:{path:'/a/testes'}}),'schemas/outro/testes/columns.json':{entity:'bairro',path:'/b/testes',parent:'/localizacao',permission:{subject:'bairro'}}};
F.MODEL_ALTERNATIVE_MISSING={...routed('testes',{cols:{alternativeOf:'bairros'}}),'schemas/outro/bairros-outra/columns.json':{entity:'bairro',path:'/bairros',parent:'/localizacao',permission:{subject:'bairro'},alternativeOf:'bairro'}};
F.MODEL_PARENT_MISSING=routed('testes',{cols:{parent:'/localizacoes'}});
F.MODEL_PARENT_CYCLE={'schemas/teste/menu.json':{groups:[{path:'/a',title:'A',parent:'/b'},{path:'/b',title:'B',parent:'/a'}]}};
F.MODEL_SORT_UNINDEXED={...routed('testes',{props:{nome:N,total:{title:'Total',type:'integer'},bairro:{title:'Bairro','x-relation':{entity:'bairro'}}},cols:{sort:['nome','-total'],indexes:[['nome','total']]}}),...routed('outros',{props:{nome:N,bairro:{title:'Bairro','x-relation':{entity:'bairro'}}},cols:{sort:['bairro.nome']}}),...routed('certos',{cols:{sort:['-id']}})};
F.MODEL_BATCH_FIELD=routed('testes',{props:{codigo:{...N,'x-unique':true},nome:{...N,readOnly:true},senha:{...N,writeOnly:true},bairro:{title:'Bairro','x-relation':{entity:'bairro'}}},cols:{batch:['codigo','nome','senha','bairro.nome','bairro']}});
F.MODEL_SEARCH_FIELD=routed('testes',{props:{nome:N,ativo:{title:'Ativo',type:'boolean'},total:{title:'Total',type:'integer'}},search:{fields:[{field:'nome',match:'contains'},{field:'ativo',match:'range'},{field:'total',match:'contains'}]}});
F.MODEL_SECTION_FIELD=routed('testes',{props:{nome:N,codigo:N,bairro:{title:'Bairro','x-relation':{entity:'bairro'}}},required:['codigo'],cols:{sections:[{title:'A',fields:['nome','bairro.nome']},{title:'B',fields:['nome']}]}});
F.MODEL_SCOPE_FIELD=routed('testes',{cols:{scope:[{role:'prestador',field:'nome'}]}});
F.MODEL_COLUMN_HIDDEN={...routed('testes',{props:{nome:N,oculto:{...N,'x-visible':false},senha:{...N,writeOnly:true}},cols:{columns:['nome','oculto','senha'],search:['oculto']}}),...client({fields:{bairro:{taxa:{visible:false}}},screens:{bairros:{columns:['nome','taxa']}}})};
F.MODEL_NATURAL_KEY=screen('testes',{data:'nome\nA\n'});
F.MODEL_INITIAL_ROW={...screen('testes',{props:{codigo:{title:'Código',type:'string','x-mask':'##','x-unique':true},uf:{title:'UF',type:'string','x-code-list':'estado'},dia:{title:'Dia',type:'string',format:'date'},bairro:{title:'Bairro','x-relation':{entity:'bairro'}},nome:{...N,maxLength:3}},required:['codigo'],data:'codigo,uf,dia,bairro,nome\n01,MG,2026-01-31,00001,Um\n02,SP,2026-02-30,00009,Dois\nA,,,,\n01,,,,\n,,,,X\n'}),...client({fields:{bairro:{vizinho:{required:true}}}})};
F.MODEL_SCREEN_KIND=routed('testes',{cols:{kind:'registro'}});
fs.rmSync(root,{recursive:true,force:true});
for(const [code,files] of Object.entries(F)) for(const [f,v] of Object.entries(files)){
 const isRaw=v.raw!==undefined; const name=isRaw&&f.endsWith('.json')?f+'.txt':f;
 const p=path.join(root,code,name); fs.mkdirSync(path.dirname(p),{recursive:true});
 fs.writeFileSync(p,isRaw?v.raw:JSON.stringify(v,null,2)+'\n');
}
