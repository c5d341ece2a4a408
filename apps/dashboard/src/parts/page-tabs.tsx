import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFilters } from '#app/parts/filters.tsx';
import type { TextSearch } from '#app/parts/text-search.ts';

interface PageTab {
  /** The value of the parameter `tab` in the URL. */
  readonly name: string;
  readonly title: string;
  readonly content: ReactNode;
}

/** On a phone, the tabs are wider than the screen. */
const showTab = (tab: HTMLElement | null) => tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' });

/**
 * The parts of a page as tabs, of which one is shown. The URL says which; by default, it is the first. Before a tab with unsaved input is
 * left, the page asks.
 *
 * @param props.search the parameters in the URL, from the route of the page
 */
export function PageTabs({ tabs, search }: { readonly tabs: readonly PageTab[]; readonly search: TextSearch<'tab'> }) {
  const filters = useFilters(search);
  const first = tabs[0]?.name ?? null;
  const shown = tabs.find(({ name }) => name === search.tab)?.name ?? first;
  return (
    <Tabs value={shown} onChange={(name) => filters.set('tab', name === first ? null : name)} keepMounted={false}>
      <Tabs.List className="one-line">
        {tabs.map(({ name, title }) => (
          <Tabs.Tab key={name} value={name} ref={name === shown ? showTab : null}>
            {title}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ name, content }) => (
        <Tabs.Panel key={name} value={name} pt="lg">
          {content}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
