import { disposableEmailBlocklistSet } from 'disposable-email-domains-js'

const blocked = disposableEmailBlocklistSet()

/** Addresses that vanish within the hour cannot be written to when it matters. Forwarding services are not among them. */
export function isDisposable(email: string): boolean {
  const labels = email
    .slice(email.lastIndexOf('@') + 1)
    .toLowerCase()
    .split('.')
  return labels.some((_, index) => blocked.has(labels.slice(index).join('.')))
}
