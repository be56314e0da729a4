import { Camera, Crop as CropIcon, ImageUp, Trash2 } from 'lucide-react'
import { type DragEvent, type ReactNode, type Ref, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, buttonClass } from '../button/button.tsx'
import { cx } from '../cx.ts'
import { announce } from '../feedback/announcer.tsx'
import { ProgressBar } from '../feedback/progress-bar.tsx'
import { CropDialog } from './crop-dialog.tsx'
import type { OpenPicture } from './decode.ts'
import { PhotoFrame, type PhotoKind } from './photo-frame.tsx'
import { asJpegName, ACCEPTED, isHeic } from './picture-type.ts'
import { isForServer, openPhoto, type PhotoFault, prepareDocument } from './prepare.ts'

export type { PhotoKind } from './photo-frame.tsx'

interface FileButtonProps {
  readonly id: string
  readonly labelId: string
  readonly text: string
  readonly icon: ReactNode
  readonly onFiles: (files: FileList | null) => void
  readonly disabled: boolean
  readonly described: string
  readonly faulty: boolean
  readonly required?: boolean
  readonly capture?: 'user' | 'environment'
  readonly ref?: Ref<HTMLInputElement> | undefined
}

/** The browser's own file field, with a label that looks like a button: keyboard and screen readers need no more. */
function FileButton({
  id,
  labelId,
  text,
  icon,
  onFiles,
  disabled,
  described,
  faulty,
  required,
  capture,
  ref,
}: FileButtonProps) {
  return (
    <span className="relative inline-flex">
      <input
        ref={ref}
        id={id}
        type="file"
        accept={capture === undefined ? ACCEPTED : 'image/*'}
        capture={capture}
        disabled={disabled}
        aria-labelledby={`${labelId} ${id}-text`}
        aria-describedby={described}
        aria-invalid={faulty || undefined}
        aria-required={required}
        onChange={({ target }) => {
          onFiles(target.files)
          target.value = '' // the same file chosen again is a choice again
        }}
        className="peer absolute inset-0 size-full opacity-0"
      />
      <label
        htmlFor={id}
        id={`${id}-text`}
        className={cx(
          buttonClass({ variant: 'secondary' }),
          'relative peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus',
          disabled ? 'cursor-not-allowed text-muted' : 'hover:border-brand hover:text-brand',
        )}
      >
        {icon}
        {text}
      </label>
    </span>
  )
}

interface ChosenPhoto {
  readonly reading: boolean
  readonly fault?: PhotoFault
  /** What was chosen, kept so that the crop can be done again from all of it. */
  readonly original?: File
  /** Open in the crop dialog. */
  readonly picture?: OpenPicture
}

/** Prepares the chosen file for sending: shrinks it at once, or after the crop dialog. */
function useChosenPhoto(kind: PhotoKind, onChange: (file: File | undefined) => void) {
  const { t } = useTranslation('photo')
  const [state, setState] = useState<ChosenPhoto>({ reading: false })
  const { picture } = state
  useEffect(() => () => picture?.close(), [picture])

  const accept = (file: File): void => {
    onChange(file)
    announce(t('ready'))
  }
  return {
    state,
    choose: async (file: File): Promise<void> => {
      setState(({ original }) => ({ reading: true, ...(original && { original }) }))
      if (kind !== 'portrait') {
        const prepared = await prepareDocument(file)
        setState(prepared.ok ? { reading: false } : { reading: false, fault: prepared.fault })
        if (prepared.ok) accept(prepared.file)
        return
      }
      const opened = await openPhoto(file)
      if (!opened.ok && isForServer(file, opened.fault)) {
        setState({ reading: false })
        accept(file)
        return
      }
      setState(
        opened.ok
          ? { reading: false, original: file, picture: opened.picture }
          : { reading: false, fault: opened.fault },
      )
    },
    cut: (portrait: File): void => {
      setState(({ original }) => ({ reading: false, ...(original && { original }) }))
      accept(portrait)
    },
    cancel: () => setState(({ original }) => ({ reading: false, ...(original && { original }) })),
    fail: () => setState({ reading: false, fault: 'damaged' }),
  }
}

export interface PhotoFieldProps {
  readonly label: string
  readonly hint?: string | undefined
  readonly error?: string | undefined
  readonly kind: PhotoKind
  /** The photo as it will be sent: JPEG, shrunk, without the camera's notes. */
  readonly file: File | undefined
  readonly onChange: (file: File | undefined) => void
  /** From 0 to 1 while it is sent. */
  readonly progress?: number | undefined
  readonly required?: boolean
  readonly disabled?: boolean
  /** Texts of the form for the two faults that a user can cause; those of the kit otherwise. */
  readonly texts?: { readonly type?: string; readonly size?: string }
  readonly ref?: Ref<HTMLInputElement>
}

export function PhotoField({
  label,
  hint,
  error,
  kind,
  file,
  onChange,
  progress,
  required,
  disabled = false,
  texts,
  ref,
}: PhotoFieldProps) {
  const { t } = useTranslation('photo')
  const id = useId()
  const { state, choose, cut, cancel, fail } = useChosenPhoto(kind, onChange)
  const [over, setOver] = useState(false)
  const fault =
    state.fault === undefined
      ? undefined
      : (faultWords(texts, state.fault) ?? t(`errors.${state.fault}`))
  const shown = fault ?? error
  const take = (chosen: FileList | null | undefined): void => {
    const [first] = chosen ?? []
    if (first !== undefined && !disabled) void choose(first)
  }
  const drop = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setOver(!disabled)
    },
    onDragLeave: (event: DragEvent) => {
      // Also fired on the way into a child.
      if (
        !(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))
      )
        setOver(false)
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      take(event.dataTransfer.files)
    },
  }
  const input = {
    onFiles: take,
    disabled,
    described: `${id}-hint ${id}-error`,
    faulty: shown !== undefined,
  }
  return (
    <fieldset {...drop} className="min-w-0">
      <legend id={`${id}-label`} className="font-semibold">
        {label}
        {required === true && (
          <span aria-hidden="true" className="ms-1 text-accent">
            *
          </span>
        )}
      </legend>
      <p id={`${id}-hint`} className="pb-1.5 text-sm text-muted">
        {hint ?? t(kind === 'portrait' ? 'rulesPortrait' : 'rulesDocument')}
      </p>
      <div
        className={cx(
          'flex flex-wrap items-center gap-4 rounded-md border p-3',
          over ? 'border-brand bg-brand-soft' : 'border-line bg-surface',
        )}
      >
        <PhotoFrame
          kind={kind}
          file={file}
          alt={t(kind === 'portrait' ? 'previewPortrait' : 'previewDocument', {
            name: file?.name ?? '',
          })}
          reading={state.reading}
          faulty={shown !== undefined}
        />
        <div className="flex min-w-44 flex-1 flex-wrap content-center items-center gap-2">
          <FileButton
            {...input}
            ref={ref}
            id={`${id}-file`}
            labelId={`${id}-label`}
            text={t(file === undefined ? 'choose' : 'replace')}
            icon={<ImageUp aria-hidden="true" size={20} />}
            required={required === true && file === undefined}
          />
          {/* Only hand-held devices open their camera from a file field. */}
          <div className="hidden pointer-coarse:block">
            <FileButton
              {...input}
              id={`${id}-camera`}
              labelId={`${id}-label`}
              text={t('take')}
              icon={<Camera aria-hidden="true" size={20} />}
              capture={kind === 'portrait' ? 'user' : 'environment'}
            />
          </div>
          {file !== undefined && kind === 'portrait' && !isHeic(file) && (
            <Button
              variant="quiet"
              disabled={disabled}
              icon={<CropIcon aria-hidden="true" size={18} />}
              onClick={() => void choose(state.original ?? file)}
            >
              {t('adjust')}
            </Button>
          )}
          {file !== undefined && (
            <Button
              variant="quiet"
              disabled={disabled}
              icon={<Trash2 aria-hidden="true" size={18} />}
              onClick={() => {
                cancel()
                onChange(undefined)
                announce(t('removed'))
                document.querySelector<HTMLElement>(`[id="${id}-file"]`)?.focus()
              }}
            >
              {t('remove')}
            </Button>
          )}
          {file === undefined && (
            <span
              aria-hidden="true"
              className="text-sm text-muted pointer-coarse:hidden print:hidden"
            >
              {t(over ? 'dropNow' : 'drop')}
            </span>
          )}
        </div>
        {progress !== undefined && (
          <div className="w-full">
            <ProgressBar value={progress} label={t('uploading')} />
          </div>
        )}
      </div>
      <p
        id={`${id}-error`}
        aria-live="polite"
        className={shown === undefined ? 'sr-only' : 'mt-1.5 text-sm font-semibold text-danger'}
      >
        {state.reading ? t('reading') : shown}
      </p>
      {file !== undefined && isHeic(file) && (
        <p className="mt-1.5 text-sm text-muted">{t('forServer')}</p>
      )}
      {state.picture !== undefined && (
        <CropDialog
          picture={state.picture}
          name={asJpegName(state.original?.name ?? '')}
          onUse={cut}
          onCancel={cancel}
          onFailed={fail}
        />
      )}
    </fieldset>
  )
}

const faultWords = (texts: PhotoFieldProps['texts'], fault: PhotoFault): string | undefined =>
  fault === 'size' ? texts?.size : fault === 'type' ? texts?.type : undefined
