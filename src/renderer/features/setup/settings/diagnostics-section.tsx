import { Copy } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { Section } from '../../../ui/section.tsx'
import { toast } from '../../../ui/toast.ts'
import { shell } from '../shell.ts'
import { useAsked } from './use-asked.ts'

/** For whoever helps from afar: what runs here, without a name of anybody. */
export function DiagnosticsSection() {
  const { t } = useTranslation('desktopSettings')
  const [shown, setShown] = useState(false)
  const text = useId()
  const copy = async (): Promise<void> => {
    try {
      await shell().invoke('diagnostics:copy')
      toast.success(t('diagnostics.copied'))
    } catch {
      toast.error(t('notDone'))
    }
  }
  return (
    <Section
      title={t('diagnostics.title')}
      lead={t('diagnostics.lead')}
      actions={
        <>
          <Button
            variant="secondary"
            aria-expanded={shown}
            aria-controls={shown ? text : undefined}
            onClick={() => setShown(!shown)}
          >
            {t(shown ? 'diagnostics.hide' : 'diagnostics.show')}
          </Button>
          <Button
            variant="secondary"
            icon={<Copy aria-hidden="true" size={18} />}
            onClick={() => void copy()}
          >
            {t('diagnostics.copy')}
          </Button>
        </>
      }
    >
      {shown ? <Text id={text} /> : <p className="text-muted">{t('diagnostics.holds')}</p>}
    </Section>
  )
}

function Text({ id }: { readonly id: string }) {
  const { t } = useTranslation('desktopSettings')
  const { data, isError } = useAsked('diagnostics:read')
  return (
    <section
      id={id}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long text of its own: it is reached and scrolled by keyboard
      tabIndex={0}
      aria-label={t('diagnostics.title')}
      className="max-h-96 overflow-auto rounded-md border border-line bg-sunken p-3"
    >
      <pre dir="ltr" className="text-start text-sm wrap-anywhere whitespace-pre-wrap">
        {isError ? t('notDone') : data}
      </pre>
    </section>
  )
}
