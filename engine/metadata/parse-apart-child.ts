/** The process of `parse-apart.ts`: texts as a JSON array on the standard input, what they are on the standard output. */
import { json } from 'node:stream/consumers';
import { loadSqlParser } from './sql-parser.ts';

const [texts, parse] = await Promise.all([json(process.stdin) as Promise<readonly string[]>, loadSqlParser()]);
process.stdout.write(JSON.stringify(texts.map(parse)));
