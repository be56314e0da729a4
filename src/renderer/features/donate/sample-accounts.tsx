import { useTranslation } from 'react-i18next'
import { Notice } from '../../ui/notice.tsx'

/** Demonstration data: nobody may send money to an account that does not exist. */
export function SampleAccounts() {
  const { t } = useTranslation('donate')
  return (
    <Notice tone="warning" title={t('samples.title')}>
      {t('samples.text')}
    </Notice>
  )
}
