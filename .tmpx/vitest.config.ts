import { defineConfig } from 'vitest/config';
export default defineConfig({ root: '/work/main', test: { include: ['tests/**/*.test.ts'], pool: 'forks', maxWorkers: 1 } });
