import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core';
import {
  createLink,
  type LinkComponent,
  type RegisteredRouter,
  type ToOptions,
  useRouter,
} from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';

type ElementProps<P> = P &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof P> & { readonly ref?: Ref<HTMLAnchorElement> };

const AnchorOfPage = (props: ElementProps<AnchorProps>) => <Anchor {...props} />;
const ButtonOfPage = (props: ElementProps<ButtonProps>) => <Button component="a" {...props} />;

/** A link on a page of an organizer leads to the same organizer, unless its parameters contain another one. */
type From = '/organizers/$organizer';

/** A link to a page of the dashboard, such as `/account`. */
export const PageLink = createLink(AnchorOfPage) as LinkComponent<typeof AnchorOfPage, From>;

/** A button that leads to a page of the dashboard. */
export const ButtonLink = createLink(ButtonOfPage) as LinkComponent<typeof ButtonOfPage, From>;

type Paths = Exclude<keyof RegisteredRouter['routesByPath'], `/${string}/`>;

/** A page with its parameters, for a link. */
export type Target = { [To in Paths]: ToOptions<RegisteredRouter, From, To> }[Paths];

/** The path of a page that each organizer has: one without other parameters. */
export type OrganizerPath = {
  [P in Paths]: P extends `/organizers/$organizer${infer Page}`
    ? Page extends `${string}$${string}`
      ? never
      : P
    : never;
}[Paths];

/** Returns a function with the URL of a page, for what is outside of the router. */
export function useHref(): (target: Target) => string {
  const router = useRouter();
  return (target) => router.buildLocation(target).publicHref;
}
