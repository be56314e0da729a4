import { useTranslation } from 'react-i18next'
import { Page } from '../../../ui/layout/page.tsx'
import { StartChecks } from './start-checks.tsx'
import { StartForm } from './start-form.tsx'
import { useKiosk } from './use-kiosk.ts'

const PROMISES = ['session', 'scanOnly', 'exit', 'offline'] as const

/** The set-up of a kiosk by signed-in staff, before the doors open. */
export function StartPage() {
  const { t } = useTranslation('kiosk')
  const { value } = useKiosk()
  return (
    <Page wide title={t('start.title')} lead={t('start.lead')}>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <StartForm
          key={value === undefined ? 'loading' : 'ready'}
          lastName={value?.deviceName ?? ''}
        />
        <div className="grid gap-6">
          <StartChecks />
          <section
            aria-labelledby="kiosk-promises"
            className="rounded-lg border border-line bg-surface p-5 shadow-card"
          >
            <h2 id="kiosk-promises" className="text-xl headline">
              {t('start.whatHappens')}
            </h2>
            <ul className="mt-2 grid list-disc gap-2 ps-5">
              {PROMISES.map((name) => (
                <li key={name}>{t(`start.promise.${name}`)}</li>
              ))}
            </ul>
          </section>
        </div>
      </div>
    </Page>
  )
}
