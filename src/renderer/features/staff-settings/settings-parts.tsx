import {
  type BaseSyntheticEvent,
  type ComponentProps,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import type { Settings } from '#shared/contract/settings.ts'
import { bareCardId } from '#shared/domain/people/member-id.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { CallFailure } from '../../platform/calls/api.ts'
import { Ltr } from '../../ui/bidi.tsx'
import { Button } from '../../ui/button/button.tsx'
import { FormButtons } from '../../ui/button/form-buttons.tsx'
import { problemText } from '../../ui/call/form-problems.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Switch } from '../../ui/field/switch.tsx'
import { FormFoot } from '../../ui/form/form-foot.tsx'
import { isConflict, useChange } from './use-settings.ts'

/** Who changed a group last, so that an unexpected setting can be traced. */
export function LastChange({
  updatedAt,
  updatedBy,
}: {
  readonly updatedAt: string | null
  readonly updatedBy: string | null
}) {
  const { t } = useTranslation('staffSettings')
  const format = useFormat()
  if (updatedAt === null) return null
  return (
    <p className="text-sm text-muted">
      {t('lastChanged', { date: format.dateTime(updatedAt) })}{' '}
      {updatedBy === null ? t('changedByServer') : <Ltr>{bareCardId(updatedBy)}</Ltr>}
    </p>
  )
}

/** Why a group was not saved. It comes into the window and takes the focus: its section may be longer than the window. */
export function ChangeFailure({ failure }: { readonly failure: CallFailure | undefined }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (failure === undefined) return
    place.current?.scrollIntoView({ block: 'nearest' })
    place.current?.focus({ preventScroll: true })
  }, [failure])
  return (
    failure !== undefined && (
      <div ref={place} tabIndex={-1} className="scroll-mb-24">
        <FailureNotice failure={failure} />
      </div>
    )
  )
}

function FailureNotice({ failure }: { readonly failure: CallFailure }) {
  const { t } = useTranslation(['staffSettings', 'problems'])
  if (isConflict(failure))
    return (
      <Notice tone="warning" title={t('conflict.title')}>
        {t('conflict.text')}
      </Notice>
    )
  return (
    <Notice tone="danger" title={t('notSaved')}>
      {problemText(t, failure)}
    </Notice>
  )
}

const takeFocus = (button: HTMLElement | null): void => button?.focus()
/** The window shows the head of the group, and as much below it as the first field needs. */
function focusFirst(form: HTMLElement | null): void {
  const field = form?.querySelector<HTMLElement>('input, select, textarea, button')
  form?.closest('section')?.scrollIntoView()
  field?.scrollIntoView({ block: 'nearest' })
  field?.focus({ preventScroll: true })
}

/** A group is read until its button is pressed. The button goes with that, and has the focus when it is back. */
export function useEditing(label: string) {
  const [editing, setEditing] = useState<boolean>()
  return {
    editing: editing === true,
    close: () => setEditing(false),
    button: editing !== true && (
      <Button
        ref={editing === false ? takeFocus : undefined}
        variant="secondary"
        onClick={() => setEditing(true)}
      >
        {label}
      </Button>
    ),
  }
}

interface SettingsFormProps extends ReturnType<typeof useChange> {
  readonly onSubmit: (event: BaseSyntheticEvent) => Promise<void>
  readonly onClose: () => void
  readonly children: ReactNode
}

/** The fields of a group while it is edited: the first one has the focus, and the two ways out stay in view. */
export function SettingsForm({ change, dialog, onSubmit, onClose, children }: SettingsFormProps) {
  const { t } = useTranslation('staffSettings')
  return (
    <form
      ref={focusFirst}
      noValidate
      onSubmit={(event) => void onSubmit(event)}
      className="grid gap-5 [&_:is(input,textarea,select,button)]:scroll-mb-24"
    >
      {children}
      <ChangeFailure failure={change.failure} />
      <FormFoot size="line" className="-mb-3 border-t border-line bg-surface pt-3 sm:-mx-6 sm:px-6">
        <FormButtons
          busy={change.busy}
          onCancel={onClose}
          cancel={t('cancel')}
          submit={t('save')}
          narrow="max-sm:*:grow"
        />
      </FormFoot>
      {dialog}
    </form>
  )
}

interface SwitchSettingProps {
  /** Of the dialog that asks for the password. */
  readonly title: string
  readonly label: string
  readonly hint: string
  readonly checked: boolean
  readonly lastChange: ComponentProps<typeof LastChange>
  readonly send: (checked: boolean) => Promise<Settings>
  /** What must be known while it is as it is. */
  readonly children?: ReactNode
}

/** A setting that is on or off; pressing it saves it. */
export function SwitchSetting({
  title,
  label,
  hint,
  checked,
  lastChange,
  send,
  children,
}: SwitchSettingProps) {
  const { change, dialog } = useChange(title)
  return (
    <>
      <Switch
        label={label}
        hint={hint}
        checked={checked}
        busy={change.busy}
        onChange={(next) => void change.run(() => send(next))}
      />
      {children}
      <ChangeFailure failure={change.failure} />
      <LastChange {...lastChange} />
      {dialog}
    </>
  )
}
