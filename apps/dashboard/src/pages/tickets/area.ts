import type { Area } from '#app/parts/registry.ts';

export const ticketsArea: Area = { title: null, pages: [] };
