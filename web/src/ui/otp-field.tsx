import { TextInput, type TextInputProps } from '@mantine/core';
import { OTP_TYPED_MAX } from '~/lib/otp';

/** The field of a code of the second factor. */
export function OtpField({ label = 'Code of the second factor', ...rest }: TextInputProps & { label?: string }) {
  return (
    <TextInput
      description="Six digits of your app, or a recovery code."
      autoComplete="one-time-code"
      spellCheck={false}
      maxLength={OTP_TYPED_MAX}
      styles={{ wrapper: { width: 220 } }}
      {...rest}
      label={label}
    />
  );
}
