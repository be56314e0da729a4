import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { ReturnState } from '../../platform/return-path.ts'
import { LinkButton } from '../../ui/button.tsx'
import { useHasRoute } from '../../ui/known-routes.ts'
import { Section } from '../../ui/section.tsx'

const BACK_HERE: ReturnState = { returnTo: '/settings' }

export function SignedOutSection() {
  const { t } = useTranslation('settings')
  const hasRoute = useHasRoute()
  return (
    <Section
      title={t('signedOut.title')}
      lead={t('signedOut.text')}
      actions={
        <LinkButton to="/login" state={BACK_HERE}>
          {t('signedOut.link')}
        </LinkButton>
      }
    >
      {hasRoute('/newsletter') && (
        <Link
          to="/newsletter"
          className="inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-4"
        >
          {t('signedOut.newsletter')}
        </Link>
      )}
    </Section>
  )
}
