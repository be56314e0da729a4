import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { DEVICE_DRAFT_MAX_AGE_MS } from '../../platform/device-draft.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Switch } from '../../ui/switch.tsx'
import { toast } from '../../ui/toast.ts'
import { stepAddress } from './steps.ts'
import { forgetAll, setKeepOnDevice, useWizard } from './wizard.ts'

const DAY_MS = 24 * 60 * 60 * 1_000

/** Where the answers are kept, in plain words; the choice to keep them longer; and the way to be rid of them. */
export function DraftPanel() {
  const { t } = useTranslation('registration')
  const navigate = useNavigate()
  const keep = useWizard((state) => state.keepOnDevice)
  const [asking, setAsking] = useState(false)
  const days = DEVICE_DRAFT_MAX_AGE_MS / DAY_MS

  function forget(): void {
    setAsking(false)
    forgetAll()
    toast.success(t('draft.deleted'))
    void navigate(stepAddress('email'), { replace: true })
  }

  return (
    <section
      aria-labelledby="draft-title"
      className="rounded-lg border border-line bg-sunken p-4 sm:px-6"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 basis-80 grow">
          <h3 id="draft-title" className="font-semibold">
            {t('draft.title')}
          </h3>
          <p className="max-w-prose text-sm text-muted">
            {t(keep ? 'draft.onDevice' : 'draft.inTab', { count: days })}
          </p>
        </div>
        <Button
          variant="secondary"
          icon={<Trash2 aria-hidden="true" size={18} />}
          onClick={() => setAsking(true)}
        >
          {t('draft.delete')}
        </Button>
      </div>
      <div className="mt-2 border-t border-line pt-1">
        <Switch
          label={t('draft.keep', { count: days })}
          hint={t('draft.keepHint')}
          checked={keep}
          onChange={setKeepOnDevice}
        />
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('draft.confirmTitle')}
        text={<p>{t('draft.confirmText')}</p>}
        confirmLabel={t('draft.delete')}
        tone="danger"
        onConfirm={forget}
      />
    </section>
  )
}
