import { type StaticDataRouteOption, useRouter } from '@tanstack/react-router';
import { useAccount, useNavigationOrganizer } from '#app/parts/account.ts';

/** An entry of the navigation. */
export interface NavigationPage extends NonNullable<StaticDataRouteOption['navigation']> {
  readonly target: { readonly to: string; readonly params: { readonly organizer: string } };
}

/** The pages in the navigation, in its sequence: those of the organizer that the user's role permits, and those of the operator. */
export function useNavigationPages(): {
  readonly ofOrganizer: readonly NavigationPage[];
  readonly ofOperator: readonly NavigationPage[];
} {
  const { routesById } = useRouter();
  const organizer = useNavigationOrganizer();
  const { isOperator } = useAccount();
  const pagesOf = (parent: string, isPermitted: (permission: string | null) => boolean): NavigationPage[] =>
    Object.values(routesById).flatMap(({ to, options: { staticData } }) =>
      staticData?.navigation !== undefined && to.startsWith(parent) && isPermitted(staticData.permission)
        ? [{ ...staticData.navigation, target: { to, params: { organizer: organizer?.slug ?? '' } } }]
        : [],
    );
  return {
    ofOrganizer: pagesOf(
      '/organizers/',
      (permission) => organizer?.permissions.some((own) => own === permission) === true,
    ),
    ofOperator: pagesOf('/operator/', () => isOperator),
  };
}
