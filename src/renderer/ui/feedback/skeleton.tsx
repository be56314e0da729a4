import { cx } from '../cx.ts'

/** Stands where something will be, in its size, so that nothing jumps when it comes. Say "loading" once, beside them. */
export function Skeleton({ className }: { readonly className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cx('block animate-pulse rounded-md bg-sunken', className)}
    />
  )
}
