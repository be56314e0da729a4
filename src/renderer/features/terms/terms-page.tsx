import { ArrowLeft } from 'lucide-react'
import { Trans, useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router-dom'
import { MEMBER_MIN_AGE_YEARS } from '#shared/domain/people/registration-rules.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { ASSOCIATION } from '../../ui/association.ts'
import { Ltr } from '../../ui/bidi.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Page } from '../../ui/layout/page.tsx'

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
  { id: 'reports', paragraphs: ['text', 'public', 'danger'] },
  { id: 'donations', paragraphs: ['text', 'receipt'] },
  {
    id: 'data',
    paragraphs: ['text', 'basis', 'tribe'],
    items: ['identity', 'origin', 'documents', 'contact', 'use'],
  },
  { id: 'access', paragraphs: ['text', 'never'] },
  { id: 'keeping', paragraphs: ['text'], items: ['draft', 'code', 'request', 'member', 'log'] },
  {
    id: 'rights',
    paragraphs: ['text', 'how', 'complaint'],
    items: ['see', 'correct', 'erase', 'limit', 'move', 'withdraw'],
  },
  { id: 'end', paragraphs: ['text', 'exclusion'] },
  { id: 'changes', paragraphs: ['text', 'law'] },
] as const satisfies readonly Article[]

/** The day from which this wording holds. */
const TERMS_SINCE = '2026-11-01'

/** The form of the registration marks its link, so that this page can lead back to it. */
const isFromRegistration = (state: unknown): boolean =>
  (state as { readonly from?: unknown } | null)?.from === 'registration' // whatever else it is, it is not that mark

export function TermsPage() {
  const { t } = useTranslation('terms')
  const format = useFormat()
  const fromRegistration = isFromRegistration(useLocation().state)
  return (
    <Page title={t('title')} lead={t('lead')}>
      <div className="grid gap-10">
        <div className="grid gap-4">
          <p className="text-sm text-muted">{t('since', { date: format.date(TERMS_SINCE) })}</p>
          {fromRegistration && <BackToRegistration />}
          <nav
            aria-labelledby="terms-contents"
            className="rounded-lg border border-line bg-surface p-4 sm:p-6"
          >
            <h2 id="terms-contents" className="font-semibold">
              {t('contents')}
            </h2>
            <ol className="mt-2 grid gap-x-8 sm:grid-cols-2">
              {ARTICLES.map(({ id }, index) => (
                <li key={id}>
                  <button
                    type="button"
                    onClick={() => goTo(id)}
                    className="flex min-h-11 w-full items-center gap-2 text-start text-brand underline-offset-4 hover:underline sm:min-h-9"
                  >
                    <span className="w-6 shrink-0 text-muted tabular-nums">{index + 1}.</span>
                    {t(`articles.${id}.title`)}
                  </button>
                </li>
              ))}
            </ol>
          </nav>
        </div>
        {ARTICLES.map((article, index) => (
          <ArticleText key={article.id} article={article} number={index + 1} />
        ))}
        {fromRegistration && <BackToRegistration />}
      </div>
    </Page>
  )
}

const headingId = (id: string): string => `terms-${id}`

function goTo(id: string): void {
  const heading = document.getElementById(headingId(id))
  heading?.scrollIntoView({ block: 'start' })
  heading?.focus({ preventScroll: true })
}

function ArticleText({
  article: { id, paragraphs, items },
  number,
}: {
  readonly article: Article
  readonly number: number
}) {
  const { t } = useTranslation('terms')
  const [first, ...others] = paragraphs
  return (
    <section aria-labelledby={headingId(id)} className="max-w-prose">
      <h2 id={headingId(id)} tabIndex={-1} className="flex scroll-mt-4 gap-3 text-xl headline">
        <span aria-hidden="true" className="text-accent tabular-nums">
          {number}
        </span>
        {t(`articles.${id}.title`)}
      </h2>
      <div className="mt-3 grid gap-3">
        {first !== undefined && <Words article={id} name={first} />}
        {items !== undefined && (
          <ul className="grid list-disc gap-1.5 ps-6 marker:text-brand">
            {items.map((item) => (
              <li key={item}>
                {t(`articles.${id}.items.${item}`, { years: MEMBER_MIN_AGE_YEARS })}
              </li>
            ))}
          </ul>
        )}
        {others.map((name) => (
          <Words key={name} article={id} name={name} />
        ))}
      </div>
    </section>
  )
}

function Words({ article, name }: { readonly article: string; readonly name: string }) {
  const { t } = useTranslation('terms')
  const address: string | undefined = ASSOCIATION.postalAddress
  return (
    <p>
      <Trans
        t={t}
        i18nKey={`articles.${article}.${name}`}
        values={{ email: ASSOCIATION.email, address: address ?? t('addressOnRequest') }}
        components={{ mail: <MailLink /> }}
      />
    </p>
  )
}

function MailLink() {
  return (
    <a
      href={`mailto:${ASSOCIATION.email}`}
      className="font-semibold text-brand underline underline-offset-4"
    >
      <Ltr>{ASSOCIATION.email}</Ltr>
    </a>
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
