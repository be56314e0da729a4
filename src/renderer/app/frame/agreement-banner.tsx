import { useQuery } from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router-dom'
import { agreementsQuery } from '../../platform/calls/agreements-query.ts'
import { DataScope } from '../../platform/calls/data-scope.tsx'

const LATER_KEY = 'wld-agree-later'

/** Where it is answered; and the card, which is shown at a door. */
const NOT_ON: ReadonlySet<string> = new Set(['/agreements', '/id-card'])

/**
 * Asks a member who has not agreed to the present terms. It can be put off until the tab closes, and blocks nothing. Whoever has no
 * agreement at all was never asked for one (the first administrator), and is not asked here before there is an announcement.
 */
export const AgreementBanner = ({ cardId }: { readonly cardId: string }) => (
  <DataScope>
    <Question cardId={cardId} />
  </DataScope>
)

function Question({ cardId }: { readonly cardId: string }) {
  const { t } = useTranslation('ui')
  const { pathname } = useLocation()
  const [later, setLater] = useState(
    // The page of the card is also written ahead, where there is no browser.
    () => !import.meta.env.SSR && sessionStorage.getItem(LATER_KEY) === cardId,
  )
  const { data } = useQuery({ ...agreementsQuery(cardId), enabled: !later })
  const isAsked =
    data !== undefined &&
    data.asked.length > 0 &&
    (data.agreements.length > 0 || data.announcement !== null)
  if (!isAsked || later || NOT_ON.has(pathname)) return null
  const putOff = (): void => {
    sessionStorage.setItem(LATER_KEY, cardId)
    setLater(true)
  }
  return (
    <section
      aria-label={t('askAgain.title')}
      data-banner=""
      className="border-b border-info bg-info-soft print:hidden"
    >
      <div className="column flex items-center gap-x-4 text-sm">
        <p className="flex min-w-0 grow items-center gap-3 font-semibold">
          <ScrollText aria-hidden="true" size={20} className="shrink-0 text-info max-sm:hidden" />
          {t('askAgain.title')}
        </p>
        <div className="flex gap-x-4 font-semibold whitespace-nowrap text-brand underline-offset-4">
          <Link to="/agreements" className="inline-flex min-h-11 items-center underline">
            {t('askAgain.read')}
          </Link>
          <button type="button" onClick={putOff} className="min-h-11 hover:underline">
            {t('askAgain.later')}
          </button>
        </div>
      </div>
    </section>
  )
}
