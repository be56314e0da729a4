import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { announce } from '../feedback/announcer.tsx'
import type { OpenPicture } from './decode.ts'
import type { PhotoKind } from './photo-frame.tsx'
import { openPhoto, type PhotoFault, prepareDocument } from './prepare.ts'

interface ChosenPhoto {
  readonly reading: boolean
  readonly fault?: PhotoFault
  /** What was chosen, kept so that the crop can be done again from all of it. */
  readonly original?: File
  /** Open in the crop dialog. */
  readonly picture?: OpenPicture
}

/** Prepares the chosen file for sending: shrinks it at once, or after the crop dialog. */
export function useChosenPhoto(kind: PhotoKind, onChange: (file: File | undefined) => void) {
  const { t } = useTranslation('ui')
  const [state, setState] = useState<ChosenPhoto>({ reading: false })
  const { picture } = state
  useEffect(() => () => picture?.close(), [picture])

  const accept = (file: File): void => {
    onChange(file)
    announce(t('photo.ready'))
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
