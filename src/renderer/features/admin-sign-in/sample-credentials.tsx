import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { about } from '#shared/contract/about.ts'
import { ask } from '../../platform/api.ts'
import { Ltr } from '../../ui/bidi.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Notice } from '../../ui/notice.tsx'

/** Only where the server runs demonstration data; the words come from there, so no build holds them. */
export function SampleCredentials() {
  const { t } = useTranslation(['adminSignIn', 'auth'])
  const { data } = useQuery({ queryKey: ['about'], queryFn: ({ signal }) => ask(about, {}, { signal }), staleTime: Number.POSITIVE_INFINITY })
  const sample = data?.demo?.administrator
  if (sample === undefined) return null
  return (
    <Notice tone="info" title={t('hint.title')}>
      <Facts
        items={[
          { label: t('auth:identifier'), value: <Ltr className="select-all">{sample.email}</Ltr> },
          { label: t('auth:password'), value: <Ltr className="select-all">{sample.password}</Ltr> },
        ]}
      />
    </Notice>
  )
}
