import { TextInput, type TextInputProps } from '@mantine/core';

/** Six digits of an app, or a recovery code. */
export function otpError(code: string): string | null {
  return /^[\w-]{6,20}$/.test(code.trim()) ? null : 'Six digits of the app, or a recovery code.';
}

/** The field of a code of the second factor. */
export function OtpField({ label = 'Code of the second factor', ...rest }: TextInputProps & { label?: string }) {
  return (
    <TextInput
      description="Six digits of your app, or a recovery code."
      autoComplete="one-time-code"
      spellCheck={false}
      maxLength={20}
      styles={{ wrapper: { width: 220 } }}
      {...rest}
      label={label}
    />
  );
}
