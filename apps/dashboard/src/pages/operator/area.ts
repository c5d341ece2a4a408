import type { Area } from '#app/parts/registry.ts';

export const operatorArea: Area = { title: 'operator', pages: [] };
