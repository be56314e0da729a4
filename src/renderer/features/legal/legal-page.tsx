import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import {
  type Association,
  type AssociationText,
  BLANK_ASSOCIATION,
  openIdentity,
} from '#shared/domain/association.ts'
import { aboutQuery } from '../../platform/calls/about-query.ts'
import { Auto, Ltr } from '../../ui/bidi.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { useHasRoute } from '../../ui/known-routes.ts'
import { Facts } from '../../ui/layout/facts.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Loaded } from '../../ui/loaded/loaded.tsx'

const PUBLISHER = [
  'name',
  'legalForm',
  'seat',
  'phone',
  'email',
  'rna',
  'siren',
  'director',
] as const satisfies readonly AssociationText[]
const HOST = ['hostName', 'hostAddress', 'hostPhone'] as const satisfies readonly AssociationText[]
/** Read from left to right in every language. */
const LEFT_TO_RIGHT: readonly AssociationText[] = ['phone', 'rna', 'siren', 'hostPhone']
const LINK = 'font-semibold text-brand underline underline-offset-4'

/** What French law asks of whoever publishes a site; the values are settings of the association. */
export function LegalPage() {
  const { t } = useTranslation('association')
  const query = useQuery(aboutQuery)
  return (
    <Page title={t('title')} lead={t('lead')}>
      <Loaded query={query} failure={t('failed')} skeleton={<Skeleton className="h-96" />}>
        {({ association = BLANK_ASSOCIATION }) => <Notices association={association} />}
      </Loaded>
    </Page>
  )
}

function Notices({ association }: { readonly association: Association }) {
  const { t } = useTranslation('association')
  const hasRoute = useHasRoute()
  const hasOfficer = association.dataOfficer !== ''
  const privacy: readonly AssociationText[] = [
    'privacyContact',
    hasOfficer || association.noDataOfficer === '' ? 'dataOfficer' : 'noDataOfficer',
  ]
  return (
    <div className="grid gap-6">
      {openIdentity(association).length > 0 && <Notice tone="info">{t('incomplete')}</Notice>}
      <Section title={t('publisher')}>
        <TextFacts association={association} names={PUBLISHER} />
      </Section>
      <Section title={t('host')}>
        <TextFacts association={association} names={HOST} />
      </Section>
      <Section title={t('privacy')}>
        <TextFacts association={association} names={privacy} />
        <p className="mt-4 flex flex-wrap gap-x-6 gap-y-2">
          {hasRoute('/privacy') && (
            <Link to="/privacy" className={LINK}>
              {t('privacyLink')}
            </Link>
          )}
          <Link to="/terms" className={LINK}>
            {t('termsLink')}
          </Link>
        </p>
      </Section>
    </div>
  )
}

function TextFacts({
  association,
  names,
}: {
  readonly association: Association
  readonly names: readonly AssociationText[]
}) {
  const { t } = useTranslation('association')
  return (
    <Facts
      items={names.map((name) => ({
        label: t(`fields.${name}`),
        value: association[name] === '' ? '' : <TextValue name={name} text={association[name]} />,
      }))}
    />
  )
}

function TextValue({ name, text }: { readonly name: AssociationText; readonly text: string }) {
  if (name === 'email')
    return (
      <a href={`mailto:${text}`} className={LINK}>
        <Ltr className="wrap-anywhere">{text}</Ltr>
      </a>
    )
  return LEFT_TO_RIGHT.includes(name) ? (
    <Ltr>{text}</Ltr>
  ) : (
    <Auto className="wrap-anywhere">{text}</Auto>
  )
}
