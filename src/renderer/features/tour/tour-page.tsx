import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { aboutQuery } from '../../platform/calls/about-query.ts'
import { Ltr } from '../../ui/bidi.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Loaded } from '../../ui/loaded/loaded.tsx'
import { TOUR } from './tour-steps.ts'

type Stop = (typeof TOUR)[number]

/** Exists for demonstration data alone: another server has no accounts to name. */
export function TourPage() {
  const { t } = useTranslation('tour')
  const query = useQuery(aboutQuery)
  return (
    <Page title={t('title')} lead={t('lead')}>
      <Loaded query={query} failure={t('failed')} skeleton={<Skeleton className="h-96" />}>
        {({ demo }) =>
          demo?.accounts === undefined ? (
            <Notice tone="info">{t('none')}</Notice>
          ) : (
            <div className="grid gap-6">
              <Notice tone="info">
                {t('password')}{' '}
                <Ltr className="font-semibold whitespace-nowrap select-all">
                  {demo.administrator.password}
                </Ltr>
              </Notice>
              {TOUR.map((stop) => (
                <Stop
                  key={stop.kind}
                  stop={stop}
                  email={demo.accounts?.find(({ role }) => role === stop.account)?.email ?? ''}
                />
              ))}
            </div>
          )
        }
      </Loaded>
    </Page>
  )
}

function Stop({ stop, email }: { readonly stop: Stop; readonly email: string }) {
  const { t } = useTranslation('tour')
  return (
    <Section
      title={t(`kinds.${stop.kind}.title`)}
      lead={
        <>
          {t(`kinds.${stop.kind}.lead`)} {t('account')}{' '}
          <Ltr className="font-semibold wrap-anywhere select-all">{email}</Ltr>
        </>
      }
    >
      <ol className="grid gap-x-8 gap-y-4 md:grid-cols-2">
        {stop.steps.map(([step, path]) => (
          <li key={step}>
            {/* A whole load: the page for witnesses is a program of its own. */}
            <a
              href={path}
              className="inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-4"
            >
              {t(`steps.${step}.title`)}
            </a>
            <p className="text-muted">{t(`steps.${step}.text`)}</p>
          </li>
        ))}
      </ol>
    </Section>
  )
}
