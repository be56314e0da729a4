import { useQuery } from '@tanstack/react-query'
import { UserSquare } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import { LinkButton } from '../../../ui/button/button.tsx'
import { portraitsQuery } from '../queries.ts'
import { PORTRAITS_PER_PAGE } from './portraits-per-page.ts'

/** A link to the other queue, with the number that wait in it. */
export function PortraitsLink() {
  const { t } = useTranslation('registrationRequests')
  const format = useFormat()
  const { data } = useQuery(portraitsQuery(1, PORTRAITS_PER_PAGE))
  const count = data?.total ?? 0
  return (
    <LinkButton
      to="portraits"
      relative="path"
      variant="secondary"
      icon={<UserSquare aria-hidden="true" size={18} />}
    >
      {t('portraits.link')}
      {count > 0 && (
        <span className="rounded-full bg-brand px-2 text-sm text-on-brand tabular-nums">
          {format.number(count)}
          <span className="sr-only"> {t('portraits.waiting', { count })}</span>
        </span>
      )}
    </LinkButton>
  )
}
