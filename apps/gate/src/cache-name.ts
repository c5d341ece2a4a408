export const cachePrefix = 'gate ';

/** The name of the cache with the files of a version of the app. A page of this version holds a lock with the same name. */
export function cacheNameOf(version: string): string {
  return cachePrefix + version;
}
