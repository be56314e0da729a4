import { MailCheck } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { Ltr } from '../../../ui/bidi.tsx'
import { LinkButton } from '../../../ui/button/button.tsx'
import { CopyButton } from '../../../ui/button/copy-button.tsx'
import { usePageTitle } from '../../../ui/layout/page.tsx'
import { successShown } from '../wizard.ts'

/** What the page that sent the registration passes to this page. */
export interface SuccessState {
  readonly reference: string
}

const NEXT = ['review', 'mail', 'signIn'] as const

/** The reference comes with the navigation; without it the page shows the rest. */
const referenceOf = (state: unknown): string | undefined => {
  const { reference } = (state ?? {}) as Partial<SuccessState> // used only if it is text
  return typeof reference === 'string' ? reference : undefined
}

export function RegistrationSuccessPage() {
  const { t } = useTranslation('registration')
  const heading = usePageTitle(t('success.title'))
  const reference = referenceOf(useLocation().state)
  useEffect(successShown, [])
  return (
    <div className="column grid justify-items-center py-8 sm:py-14">
      <div className="w-full max-w-2xl rounded-lg border border-line bg-surface shadow-card">
        <div aria-hidden="true" className="weave h-2 rounded-t-lg" />
        <div className="grid gap-6 p-5 sm:p-8">
          <div className="grid gap-2">
            <MailCheck aria-hidden="true" size={44} strokeWidth={1.5} className="text-brand" />
            <h1 ref={heading} tabIndex={-1} className="mt-2 text-2xl headline">
              {t('success.title')}
            </h1>
            <p className="text-lg">{t('success.lead')}</p>
          </div>
          {reference !== undefined && (
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md bg-brand-soft px-4 py-3">
              <p>
                {t('success.reference')} <Ltr className="font-bold tabular-nums">{reference}</Ltr>
              </p>
              <CopyButton text={reference} label={t('success.copy')} />
            </div>
          )}
          <div>
            <h2 className="text-xl headline">{t('success.nextTitle')}</h2>
            <ol className="mt-3 grid gap-3">
              {NEXT.map((key, index) => (
                <li key={key} className="flex gap-3">
                  <span
                    aria-hidden="true"
                    className="grid size-7 shrink-0 place-items-center rounded-full bg-sun text-sm font-bold text-on-sun"
                  >
                    {index + 1}
                  </span>
                  <p className="pt-0.5">{t(`success.next.${key}`)}</p>
                </li>
              ))}
            </ol>
          </div>
          <div className="flex flex-wrap gap-3">
            <LinkButton to="/login" size="lg">
              {t('success.toLogin')}
            </LinkButton>
            <LinkButton to="/" variant="secondary" size="lg">
              {t('common:backHome')}
            </LinkButton>
          </div>
          <p className="text-sm text-muted">{t('success.privacy')}</p>
        </div>
      </div>
    </div>
  )
}
