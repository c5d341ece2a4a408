import { Button, Stack, Table, type TableTrProps, Text } from '@mantine/core';
import { keepPreviousData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { get, type Query } from '#app/parts/api.ts';
import type { ListFilters } from '#app/parts/filters.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { PageLink, type Target } from '#app/parts/link.tsx';
import { EmptyState, ErrorNote, ErrorState, LoadingState, OutdatedNote } from '#app/parts/states.tsx';
import { Time } from '#app/parts/time.tsx';

/** A keyset page of a list. */
interface ListPage<Row> {
  readonly data: readonly Row[];
  readonly nextCursor: string | null;
  /** RFC 3339: how far back the page has searched, if it has fewer rows than it could have. Only lists that search state it. */
  readonly searchedBackTo?: string | null;
}

export interface Column<Row> {
  readonly key: string;
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** `end` for numbers and amounts. */
  readonly align?: 'start' | 'end';
}

export interface RowsProps<Row> {
  /** The title of the list, for screen readers. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rowKey: (row: Row) => string;
  /** The page of a row. The first column then contains a link that covers the whole row. */
  readonly rowLink?: (row: Row) => Target;
}

interface ListTableProps<Row> extends RowsProps<Row> {
  /** The path of the list in the API. */
  readonly path: string;
  readonly queryKey: QueryKey;
  readonly query?: Query;
  readonly filters?: ListFilters;
  /** Shown if the list is empty without filters. */
  readonly empty: ReactNode;
}

/** A list of the API with its pages. Filters are part of the query. On phones, each row is a card. */
export function ListTable<Row>({ path, queryKey, query, filters, empty, ...rows }: ListTableProps<Row>) {
  const t = useMessages('parts');
  const list = useInfiniteQuery({
    queryKey: [...queryKey, query, filters?.values],
    queryFn: ({ pageParam, signal }) =>
      get<ListPage<Row>>(path, { ...query, ...filters?.values, cursor: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  });
  if (list.error !== null && list.data === undefined)
    return <ErrorState error={list.error} onRetry={() => list.refetch()} />;
  if (list.data === undefined) return <LoadingState />;
  const data = list.data.pages.flatMap((page) => page.data);
  const searchedBackTo = list.data.pages.at(-1)?.searchedBackTo ?? null;
  if (data.length === 0 && !list.hasNextPage) {
    const isFiltered = filters !== undefined && Object.keys(filters.values).length > 0;
    return isFiltered ? <NoMatches filters={filters} /> : empty;
  }
  return (
    <Stack gap="md" aria-busy={list.isPlaceholderData}>
      {!list.isFetchNextPageError && <OutdatedNote query={list} />}
      {data.length === 0 ? <Text c="dimmed">{t.noMatchesYet}</Text> : <Rows rows={data} {...rows} />}
      {list.isFetchNextPageError && <ErrorNote error={list.error} />}
      {list.hasNextPage && (
        <Stack gap="xs" align="center">
          {searchedBackTo !== null && (
            <Text size="sm" c="dimmed">
              {t.searchedBackTo} <Time at={searchedBackTo} />
            </Text>
          )}
          <Button variant="default" loading={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
            {searchedBackTo === null ? t.loadMore : t.searchFurther}
          </Button>
        </Stack>
      )}
    </Stack>
  );
}

function NoMatches({ filters }: { readonly filters: ListFilters }) {
  const t = useMessages('parts');
  const clear = (
    <Button variant="default" onClick={filters.clear}>
      {t.clearFilters}
    </Button>
  );
  return <EmptyState title={t.noMatches} text={t.noMatchesText} action={clear} />;
}

interface LoadedRowsProps<Row> extends RowsProps<Row> {
  readonly rows: readonly Row[];
  /** The other properties of the element of a row. */
  readonly rowProps?: (row: Row, index: number) => TableTrProps;
}

/** A table of rows that are loaded already. On phones, each row is a card. */
export function Rows<Row>({ rows, label, columns, rowKey, rowLink, rowProps }: LoadedRowsProps<Row>) {
  // The styles for phones change `display`, which would remove the roles of the elements.
  return (
    <div className="rows-scroll">
      <Table className="rows" role="table" aria-label={label} highlightOnHover={rowLink !== undefined}>
        <Table.Thead role="rowgroup">
          <Table.Tr role="row">
            {columns.map((column) => (
              <Table.Th key={column.key} role="columnheader" scope="col" className={alignment(column)}>
                {column.title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody role="rowgroup">
          {rows.map((row, rowIndex) => (
            <Table.Tr key={rowKey(row)} role="row" className={rowLink && 'row-link'} {...rowProps?.(row, rowIndex)}>
              {columns.map((column, index) => (
                <Table.Td key={column.key} role="cell" data-label={column.title} className={alignment(column)}>
                  {index === 0 && rowLink !== undefined ? (
                    <PageLink {...rowLink(row)} inherit>
                      {column.cell(row)}
                    </PageLink>
                  ) : (
                    column.cell(row)
                  )}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function alignment(column: { readonly align?: 'start' | 'end' }): string | undefined {
  return column.align === 'end' ? 'end' : undefined;
}
