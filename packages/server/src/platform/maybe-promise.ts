/** A value that is there at once where it can be: waiting for a promise costs a hot path more than the value. */
export type MaybePromise<T> = T | Promise<T>;

/** Goes on with a value, at once where it is there. */
export function mapMaybe<T, R>(value: MaybePromise<T>, next: (value: T) => R): MaybePromise<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}
