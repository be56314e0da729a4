import { useTranslation } from 'react-i18next'
import { Notice } from '../../ui/feedback/notice.tsx'

/** Demonstration data: a giver must not send money to an account that does not exist. */
export function SampleAccounts() {
  const { t } = useTranslation('donations')
  return (
    <Notice tone="warning" title={t('samples.title')}>
      {t('samples.text')}
    </Notice>
  )
}
