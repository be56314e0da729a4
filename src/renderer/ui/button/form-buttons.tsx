import { useTranslation } from 'react-i18next'
import { cx } from '../cx.ts'
import { Button, type ButtonVariant } from './button.tsx'

export interface FormButtonsProps {
  readonly submit: string
  /** Says `Cancel` where nothing else is given. */
  readonly cancel?: string | undefined
  readonly busy: boolean
  readonly onCancel: () => void
  readonly variant?: ButtonVariant
  /** How they stand in a narrow window; one above the other where nothing else is given. */
  readonly narrow?: string
}

/** The two ways out of a form. While it is sent, neither is open. */
export function FormButtons({
  submit,
  cancel,
  busy,
  onCancel,
  variant = 'primary',
  narrow = 'max-sm:flex-col-reverse',
}: FormButtonsProps) {
  const { t } = useTranslation('ui')
  return (
    <div className={cx('flex flex-wrap justify-end gap-2', narrow)}>
      <Button variant="secondary" disabled={busy} onClick={onCancel}>
        {cancel ?? t('confirm.cancel')}
      </Button>
      <Button type="submit" variant={variant} busy={busy}>
        {submit}
      </Button>
    </div>
  )
}
