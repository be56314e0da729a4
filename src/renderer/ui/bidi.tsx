import type { ReactNode } from 'react'
import { cx } from './cx.ts'

interface BidiProps {
  readonly children: ReactNode
  readonly className?: string
}

/** Card numbers, phones, e-mail addresses: always left to right, whatever surrounds them. */
export function Ltr({ children, className }: BidiProps) {
  return (
    <bdi dir="ltr" className={className}>
      {children}
    </bdi>
  )
}

/** Where an e-mail address does not fit, it breaks before its @. */
export function Email({
  address,
  className,
}: {
  readonly address: string
  readonly className?: string
}) {
  const at = address.lastIndexOf('@')
  return (
    <Ltr className={cx('wrap-anywhere', className)}>
      {at > 0 && address.slice(0, at)}
      <wbr />
      {at > 0 ? address.slice(at) : address}
    </Ltr>
  )
}

/** Names and other people's text: the direction of its first letter, without disturbing the line around it. */
export function Auto({ children, className }: BidiProps) {
  return (
    <bdi dir="auto" className={className}>
      {children}
    </bdi>
  )
}
