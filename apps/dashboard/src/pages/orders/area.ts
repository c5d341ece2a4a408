import type { Area } from '#app/parts/registry.ts';

export const ordersArea: Area = { title: null, pages: [] };
