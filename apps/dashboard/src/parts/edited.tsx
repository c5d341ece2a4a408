import { Alert, Button } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useMessages } from '#app/parts/language.tsx';
import { isChanged, isSame, mergeValues, valuesByPath } from '#app/parts/merge-values.ts';

/** The stored values of what a form edits, with the entity tag of this version. */
export interface Version<V> {
  readonly etag: string;
  readonly values: V;
}

/** What a form edits. */
export interface Edited<V> {
  /** The entity tag of the version with the `initialValues` of the form. */
  readonly etag: string;
  /** Reads the current version. */
  readonly reload: () => Promise<Version<V>>;
  /** The text for a stored value, if its input does not show the value itself. */
  readonly textOf?: (path: string, value: unknown) => string | undefined;
}

/** How the form was affected by changes elsewhere: `merged` if only fields were changed in which nothing was entered. */
export type ChangedElsewhere = 'no' | 'merged' | 'conflict';

/**
 * Follows the changes that others make to what a form edits. Fields in which nothing was entered show the new values. For the others,
 * the user chooses between the new value and the entered one.
 */
export function useEdited<V extends Record<string, unknown>>(
  fields: UseFormReturnType<V>,
  stored: V,
  edited: Edited<V> | undefined,
  isSending: boolean,
) {
  const base = useRef({ etag: edited?.etag ?? '', values: stored });
  const conflicts = useRef<ReadonlyMap<string, unknown>>(new Map());
  const [changedElsewhere, setChangedElsewhere] = useState<ChangedElsewhere>('no');

  const setConflicts = (next: ReadonlyMap<string, unknown>, otherwise: ChangedElsewhere) => {
    conflicts.current = next;
    setChangedElsewhere(next.size > 0 ? 'conflict' : otherwise);
  };

  /** Merges a newer version into the form. Returns whether the user has to look at the form before it is sent. */
  const merge = (version: Version<V>): boolean => {
    const entered = fields.getValues();
    const merged = mergeValues(base.current.values, entered, version.values);
    base.current = version;
    for (const [path, value] of merged.taken) fields.setFieldValue(path as never, value as never);
    const enteredByPath = valuesByPath(entered);
    const storedByPath = valuesByPath(version.values);
    const open = [...new Map([...conflicts.current, ...merged.conflicts]).keys()].filter(
      (path) => !isSame(enteredByPath.get(path), storedByPath.get(path)),
    );
    const isAffected = merged.conflicts.size > 0 || (merged.taken.size > 0 && merged.hasUnsaved);
    setConflicts(
      new Map(open.map((path) => [path, storedByPath.get(path)])),
      isAffected || changedElsewhere !== 'no' ? 'merged' : 'no',
    );
    return isAffected;
  };

  const follow = useEffectEvent((etag: string) => {
    if (etag !== base.current.etag) merge({ etag, values: stored });
  });
  const etag = edited?.etag;
  // While the form is sent, a newer version can be the result of this request.
  useEffect(() => {
    if (etag !== undefined && !isSending) follow(etag);
  }, [etag, isSending]);

  const resolve = (path: string, value: unknown, choice: 'take' | 'keep') => {
    if (choice === 'take') fields.setFieldValue(path as never, value as never);
    setConflicts(new Map([...conflicts.current].filter(([other]) => other !== path)), 'merged');
  };

  return {
    changedElsewhere,
    base,
    merge,
    hasConflicts: () => conflicts.current.size > 0,
    hasUnsaved: () => isChanged(base.current.values, fields.getValues()),
    /** The form was stored with these values. */
    onStored: (values: V) => {
      base.current = { ...base.current, values };
      setConflicts(new Map(), 'no');
    },
    /** The value of another user for a field, and the choice. Null without a conflict. */
    conflictAt: (path: string): ReactNode =>
      conflicts.current.has(path) ? (
        <Conflict
          path={path}
          value={conflicts.current.get(path)}
          textOf={edited?.textOf}
          onChoose={(choice) => resolve(path, conflicts.current.get(path), choice)}
        />
      ) : null,
  };
}

function Conflict({
  path,
  value,
  textOf,
  onChoose,
}: {
  readonly path: string;
  readonly value: unknown;
  readonly textOf: Edited<never>['textOf'];
  readonly onChoose: (choice: 'take' | 'keep') => void;
}) {
  const t = useMessages('parts');
  const text = textOf?.(path, value) ?? shownText(value, { yes: t.yes, no: t.no });
  return (
    <span className="conflict">
      <span>{text === '' ? t.otherEmpty : t.otherValue({ text })}</span>
      <Button size="compact-xs" variant="default" onClick={() => onChoose('take')}>
        {t.takeOther}
      </Button>
      <Button size="compact-xs" variant="default" onClick={() => onChoose('keep')}>
        {t.keepOwn}
      </Button>
    </span>
  );
}

function shownText(value: unknown, { yes, no }: { readonly yes: string; readonly no: string }): string {
  if (typeof value === 'boolean') return value ? yes : no;
  if (Array.isArray(value)) return value.join(', ');
  // The value of an input for a time: `2027-05-02T09:00`.
  return String(value ?? '').replace(/^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})$/, '$1 $2');
}

/** Says that somebody else has changed what a form edits. */
export function ChangedElsewhereNote({ changedElsewhere }: { readonly changedElsewhere: ChangedElsewhere }) {
  const t = useMessages('parts');
  if (changedElsewhere === 'no') return null;
  return (
    <Alert color="orange" title={t.changedElsewhere} role="alert">
      {changedElsewhere === 'conflict' ? t.chooseValues : t.checkValues}
    </Alert>
  );
}
