import { useAccount, useOrganizer } from '#app/parts/account.ts';

/** An API key that was created or pasted in this tab. */
export interface KnownKey {
  readonly name: string;
  readonly key: string;
}

/** Only in memory: the keys are not stored in the browser, and are lost when the tab is closed or reloaded. */
const keysByOwner = new Map<string, readonly KnownKey[]>();

/** The keys that the signed-in user has created or pasted in this tab for the organizer of the page, newest first. */
export function useKnownKeys(): { readonly list: () => readonly KnownKey[]; readonly add: (key: KnownKey) => void } {
  const { id } = useAccount();
  const { slug } = useOrganizer();
  const owner = `${id} ${slug}`;
  const list = () => keysByOwner.get(owner) ?? [];
  return {
    list,
    add: (added) => keysByOwner.set(owner, [added, ...list().filter(({ key }) => key !== added.key)]),
  };
}
