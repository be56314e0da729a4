import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { AGREEMENT_VERSIONS } from '#shared/domain/agreements.ts'
import { isEmailText } from '#shared/domain/association.ts'
import { MEMBER_MIN_AGE_YEARS } from '#shared/domain/people/registration-rules.ts'
import { RETENTION_KINDS, type RetentionKind } from '#shared/domain/people/retention.ts'
import { periodText } from '../../i18n/period-text.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { privacyQuery } from '../../platform/calls/privacy-query.ts'
import { Auto, Ltr } from '../../ui/bidi.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Contents } from '../../ui/layout/contents.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { useAssociation } from '../../ui/use-association.ts'

/** The articles of the terms in their order; the words are under `terms:articles.<id>`. */
interface Article {
  readonly id: string
  readonly paragraphs: readonly string[]
  /** A list after the first paragraph. */
  readonly items?: readonly string[]
}

const ARTICLES = [
  { id: 'who', paragraphs: ['text', 'contact'] },
  {
    id: 'membership',
    paragraphs: ['text', 'decision'],
    items: ['age', 'truth', 'document', 'invitation', 'one'],
  },
  { id: 'account', paragraphs: ['text', 'change'] },
  { id: 'card', paragraphs: ['text', 'check', 'notOfficial'] },
  { id: 'conduct', paragraphs: ['text'], items: ['respect', 'data', 'misuse'] },
  { id: 'reports', paragraphs: ['text', 'public', 'others', 'danger'] },
  { id: 'donations', paragraphs: ['text', 'receipt'] },
  {
    id: 'data',
    paragraphs: ['text', 'basis', 'tribe', 'more'],
    items: ['identity', 'origin', 'documents', 'contact', 'use'],
  },
  { id: 'access', paragraphs: ['text', 'never'] },
  {
    id: 'keeping',
    paragraphs: ['text'],
    items: ['draft', 'code', 'request', 'messages', 'member', 'log'],
  },
  {
    id: 'rights',
    paragraphs: ['text', 'how', 'complaint'],
    items: ['see', 'correct', 'erase', 'limit', 'move', 'withdraw'],
  },
  { id: 'end', paragraphs: ['text', 'exclusion'] },
  { id: 'changes', paragraphs: ['text', 'law'] },
] as const satisfies readonly Article[]

/** The form of the registration marks its link, so that this page can lead back to it. */
const isFromRegistration = (state: unknown): boolean =>
  (state as { readonly from?: unknown } | null)?.from === 'registration' // whatever else it is, it is not that mark

export function TermsPage() {
  const { t } = useTranslation('terms')
  const fromRegistration = isFromRegistration(useLocation().state)
  return (
    <Page title={t('title')} lead={t('lead')}>
      <div className="grid gap-10">
        <div className="grid gap-4">
          <Standing />
          {fromRegistration && <BackToRegistration />}
          <Contents
            title={t('contents')}
            items={ARTICLES.map(({ id }) => ({
              id: headingId(id),
              label: t(`articles.${id}.title`),
            }))}
          />
        </div>
        {ARTICLES.map((article, index) => (
          <ArticleText key={article.id} article={article} number={index + 1} />
        ))}
        {fromRegistration && <BackToRegistration />}
      </div>
    </Page>
  )
}

/** A draft until the association has adopted it. */
function Standing() {
  const { t } = useTranslation('terms')
  const format = useFormat()
  const adoption = useQuery(privacyQuery).data?.adoption ?? null
  return (
    <p className="text-sm text-muted">
      {adoption === null
        ? t('since', { date: format.date(AGREEMENT_VERSIONS.terms) })
        : t('adopted', { date: format.date(adoption.adoptedOn), version: adoption.version })}
      {typeof adoption?.appliesFrom === 'string' &&
        ` ${t('appliesFrom', { date: format.date(adoption.appliesFrom) })}`}
    </p>
  )
}

/** The periods that administrators set, in words ("180 days", "10 years"); dots until the server has told them. */
function useDays(): Readonly<Record<RetentionKind, string>> {
  const { t } = useTranslation('terms')
  const format = useFormat()
  const days = useQuery(privacyQuery).data?.days
  return Object.fromEntries(
    RETENTION_KINDS.map((kind) => [
      kind,
      days === undefined ? '…' : periodText(t, format, days[kind]),
    ]),
  ) as Record<RetentionKind, string> // one entry a kind
}

const headingId = (id: string): string => `terms-${id}`

function ArticleText({
  article: { id, paragraphs, items },
  number,
}: {
  readonly article: Article
  readonly number: number
}) {
  const { t } = useTranslation('terms')
  const [first, ...others] = paragraphs
  const days = useDays()
  return (
    <section aria-labelledby={headingId(id)} className="max-w-prose">
      <h2 id={headingId(id)} tabIndex={-1} className="flex scroll-mt-4 gap-3 text-xl headline">
        <span aria-hidden="true" className="text-accent tabular-nums">
          {number}
        </span>
        <span className="min-w-0">{t(`articles.${id}.title`)}</span>
      </h2>
      <div className="mt-3 grid gap-3">
        {first !== undefined && <ArticleWords article={id} name={first} />}
        {items !== undefined && (
          <ul className="grid list-disc gap-1.5 ps-6 marker:text-brand">
            {items.map((item) => (
              <li key={item}>
                {t(`articles.${id}.items.${item}`, { years: MEMBER_MIN_AGE_YEARS, ...days })}
              </li>
            ))}
          </ul>
        )}
        {others.map((name) => (
          <ArticleWords key={name} article={id} name={name} />
        ))}
      </div>
    </section>
  )
}

/** What the association filled in has a direction of its own: without it, an address in Arabic text begins at its end. */
const isolated = (text: string): string => `\u2068${text}\u2069`

function ArticleWords({ article, name }: { readonly article: string; readonly name: string }) {
  const { t } = useTranslation('terms')
  const association = useAssociation()
  const { name: publisher = '', seat = '' } = association ?? {}
  return (
    <p>
      <Trans
        t={t}
        i18nKey={`articles.${article}.${name}`}
        values={{
          name: isolated(publisher || t('common:appName')),
          address: isolated(seat || t('addressOnRequest')),
        }}
        components={{
          mail: <MailLink />,
          privacyMail: <PrivacyContact />,
          legal: <PageLink to="/legal" />,
          privacy: <PageLink to="/privacy" />,
        }}
      />
    </p>
  )
}

const LINK = 'font-semibold text-brand underline underline-offset-4'

/** The contact form, while no address is set. */
function MailLink() {
  const { t } = useTranslation('terms')
  const email = useAssociation()?.email ?? ''
  if (email === '')
    return (
      <Link to="/contact" className={LINK}>
        {t('contactForm')}
      </Link>
    )
  return (
    <a href={`mailto:${email}`} className={LINK}>
      <Ltr>{email}</Ltr>
    </a>
  )
}

/** Who answers for data; without one, whoever reads the mail of the association. */
function PrivacyContact() {
  const contact = useAssociation()?.privacyContact ?? ''
  if (contact === '') return <MailLink />
  if (!isEmailText(contact)) return <Auto>{contact}</Auto>
  return (
    <a href={`mailto:${contact}`} className={LINK}>
      <Ltr>{contact}</Ltr>
    </a>
  )
}

interface PageLinkProps {
  readonly to: '/legal' | '/privacy'
  readonly children?: ReactNode
}

function PageLink({ to, children }: PageLinkProps) {
  return (
    <Link to={to} className={LINK}>
      {children}
    </Link>
  )
}

function BackToRegistration() {
  const { t } = useTranslation('terms')
  const navigate = useNavigate()
  return (
    <div>
      {/* Back in the history, so that the form stands where the reader left it. */}
      <Button
        variant="secondary"
        icon={<ArrowLeft aria-hidden="true" size={18} className="mirror" />}
        onClick={() => void navigate(-1)}
      >
        {t('back')}
      </Button>
    </div>
  )
}
