import { disposableEmailBlocklistSet } from 'disposable-email-domains-js'

const blocked = disposableEmailBlocklistSet()

/**
 * Disposable addresses, which end within the hour, so that later mails are lost. Forwarding
 * services are not included.
 */
export function isDisposable(email: string): boolean {
  const labels = email
    .slice(email.lastIndexOf('@') + 1)
    .toLowerCase()
    .split('.')
  return labels.some((_, index) => blocked.has(labels.slice(index).join('.')))
}
