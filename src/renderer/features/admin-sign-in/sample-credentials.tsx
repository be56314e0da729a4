import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { about } from '#shared/contract/about.ts'
import { ask } from '../../platform/api.ts'
import { Ltr } from '../../ui/bidi.tsx'
import { Notice } from '../../ui/notice.tsx'

/** Only where the server runs demonstration data; the words come from there, so no build holds them. */
export function SampleCredentials() {
  const { t } = useTranslation(['adminSignIn', 'auth'])
  const { data } = useQuery({
    queryKey: ['about'],
    queryFn: ({ signal }) => ask(about, {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const sample = data?.demo?.administrator
  if (sample === undefined) return null
  return (
    <Notice tone="info" title={t('hint.title')}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
        <dt className="text-muted">{t('auth:identifier')}</dt>
        <dd className="font-semibold">
          <Ltr className="select-all">{sample.email}</Ltr>
        </dd>
        <dt className="text-muted">{t('auth:password')}</dt>
        <dd className="font-semibold">
          <Ltr className="select-all">{sample.password}</Ltr>
        </dd>
      </dl>
    </Notice>
  )
}
