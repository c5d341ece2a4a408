import { useDebouncedValue } from '@mantine/hooks';
import { Spotlight } from '@mantine/spotlight';
import '@mantine/spotlight/styles.css';
import { isTooShort } from '@organizer/shared/search';
import { type QueryFunctionContext, useQueries } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { paletteStore } from '#app/frame/palette-store.ts';
import { searches as allSearches, type SearchResult } from '#app/pages/searches.ts';
import { useAccount, useNavigationOrganizer } from '#app/parts/account.ts';
import { type Icon, SearchIcon, UserIcon } from '#app/parts/icons.tsx';
import { type DashboardTexts, useMessages } from '#app/parts/language.tsx';
import { useNavigationPages } from '#app/parts/navigation-pages.ts';

const searchDelayMs = 200;

interface Result extends Omit<SearchResult, 'target'> {
  readonly icon?: Icon;
  readonly open: () => void;
}

/**
 * The command palette: opens a page, or finds a row with the searches of the areas. Some searches run when the user selects them, and
 * replace their entry by the results.
 */
export default function Palette() {
  const t = useMessages('frame');
  const navigation = useMessages('navigation');
  const [text, setText] = useState('');
  const [started, setStarted] = useState('');
  const wanted = text.trim().toLowerCase();
  const pages = usePages().filter(({ title }) => title.toLowerCase().includes(wanted));
  const found = useSearches(text.trim(), started);
  useLayoutEffect(selectFirstIfNoneIsSelected);
  const group = (title: string, results: readonly Result[], state: SearchState = 'finished') =>
    (results.length > 0 || state !== 'finished') && (
      <Spotlight.ActionsGroup key={title} label={title}>
        {state !== 'finished' && (
          <Spotlight.Action
            label={state === 'possible' ? t.findText({ text: text.trim() }) : t[state]}
            description={state === 'possible' ? t.findNote : undefined}
            leftSection={<SearchIcon />}
            closeSpotlightOnTrigger={false}
            disabled={state !== 'possible'}
            onClick={() => setStarted(text.trim())}
          />
        )}
        {results.map(({ id, title: label, description, icon: ResultIcon, open }) => (
          <Spotlight.Action
            key={id}
            label={label}
            description={description}
            leftSection={ResultIcon && <ResultIcon />}
            onClick={open}
          />
        ))}
      </Spotlight.ActionsGroup>
    );
  const isEmpty =
    pages.length === 0 &&
    found.every(({ results, state, isPending }) => results.length === 0 && state === 'finished' && !isPending);
  return (
    <Spotlight.Root
      store={paletteStore}
      query={text}
      onQueryChange={setText}
      onSpotlightClose={() => setStarted('')}
      shortcut={null}
      scrollable
      maxHeight={420}
    >
      <Spotlight.Search placeholder={t.searchHint} aria-label={t.search} leftSection={<SearchIcon />} />
      <Spotlight.ActionsList>
        {group(t.pages, pages)}
        {found.map(({ title, results, state }) => group(navigation[title], results, state))}
        {isEmpty && <Spotlight.Empty>{t.nothingFound}</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

/** New results can replace the selected one, and a started search disables it. Otherwise, the key Enter would do nothing then. */
function selectFirstIfNoneIsSelected(): void {
  const list = document.getElementById(paletteStore.getState().listId);
  const actions = [...(list?.querySelectorAll('[data-action]') ?? [])];
  if (actions.some((action) => action.matches('[data-selected]:enabled'))) return;
  const selected = actions.findIndex((action) => action.matches(':enabled'));
  if (selected === -1) return;
  for (const [index, action] of actions.entries()) action.toggleAttribute('data-selected', index === selected);
  paletteStore.updateState((state) => ({ ...state, selected }));
}

function usePages(): Result[] {
  const navigation = useMessages('navigation');
  const navigate = useNavigate();
  const { ofOrganizer, ofOperator } = useNavigationPages();
  const pages = [...ofOrganizer, ...ofOperator].map(({ heading, title, icon, target }): Result => {
    const text = heading === undefined ? navigation[title] : `${navigation[heading]}: ${navigation[title]}`;
    return { id: target.to, title: text, icon, open: () => navigate(target) };
  });
  const openAccount = () => navigate({ to: '/account' });
  return [...pages, { id: '/account', title: navigation.account, icon: UserIcon, open: openAccount }];
}

/** `possible`: the user can start the search. */
type SearchState = 'possible' | 'searching' | 'failed' | 'nothingFound' | 'finished';

interface FoundRows {
  readonly title: keyof DashboardTexts['navigation'];
  readonly results: readonly Result[];
  readonly state: SearchState;
  /** Whether results for the text can still arrive. */
  readonly isPending: boolean;
}

/**
 * The results of the searches that the user's role permits.
 *
 * @param started the text with which the user has started the searches that do not run while the user types
 */
function useSearches(text: string, started: string): readonly FoundRows[] {
  const navigate = useNavigate();
  const organizer = useNavigationOrganizer();
  const { isOperator } = useAccount();
  const [wanted] = useDebouncedValue(text, searchDelayMs);
  const slug = organizer?.slug ?? '';
  const searches = allSearches
    .filter(({ permission }) => (permission === null ? isOperator : organizer?.permissions.includes(permission)))
    .map((search) => ({ ...search, isStarted: search.runsWith?.(text) !== false || started === text }));
  const isLongEnough = !isTooShort(text);
  /** The results that are shown, by the title of their search. */
  const shown = useRef<ReadonlyMap<string, readonly SearchResult[]>>(new Map());
  const found = useQueries({
    queries: searches.map(({ title, search, isStarted }) => ({
      queryKey: ['search', slug, title, wanted],
      queryFn: (context: QueryFunctionContext) => search(slug, wanted, context),
      enabled: isLongEnough && wanted === text && isStarted,
      // Some searches are written to the audit log, so none is repeated by itself.
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
      // While the user types, earlier results with the new text stay until the new results arrive.
      placeholderData: () => shown.current.get(title),
    })),
  });
  const dataOf = (index: number) => {
    const { data = [], isPlaceholderData } = found[index] ?? { isPlaceholderData: false };
    if (!isLongEnough || !searches[index]?.isStarted) return [];
    return wanted === text && !isPlaceholderData ? data : data.filter((result) => includesText(result, text));
  };
  useEffect(() => {
    shown.current = new Map(searches.map(({ title }, index) => [title, dataOf(index)]));
  });
  return searches.map(({ title, isStarted }, index) => {
    const { isFetching, isError } = found[index] ?? { isFetching: false, isError: false };
    const data = dataOf(index);
    const stateOf = (): SearchState => {
      if (!isLongEnough) return 'finished';
      if (!isStarted) return 'possible';
      // The results of other searches appear without a note.
      if (started !== text) return 'finished';
      if (isFetching) return 'searching';
      return isError ? 'failed' : data.length === 0 ? 'nothingFound' : 'finished';
    };
    return {
      title,
      results: data.map((result) => ({ ...result, open: () => navigate(result.target) })),
      state: stateOf(),
      isPending: isLongEnough && isStarted && (wanted !== text || isFetching),
    };
  });
}

function includesText({ title, description = '' }: SearchResult, text: string): boolean {
  return [title, description].some((part) => part.toLowerCase().includes(text.toLowerCase()));
}
