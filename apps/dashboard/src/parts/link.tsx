import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';

type ElementProps<P> = P &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof P> & { readonly ref?: Ref<HTMLAnchorElement> };

/** A link to a page of the dashboard, such as `/account`. */
export const PageLink = createLink((props: ElementProps<AnchorProps>) => <Anchor {...props} />);

/** A button that leads to a page of the dashboard. */
export const ButtonLink = createLink((props: ElementProps<ButtonProps>) => <Button component="a" {...props} />);

/** The path of a page of an organizer: `/organizers/harbor-city/orders`. */
export function pagePath(slug: string, page: string): string {
  return `/organizers/${encodeURIComponent(slug)}/${page}`;
}
