//! A bank transfer: we write the invoice, and staff say what came in.

use super::{Access, Callback, CallbackError, Created, GatewayError, Line, NewPayment, Takes};
use futures_util::future::BoxFuture;
use placard_model::payments::deposit::Report;

pub(super) struct Invoice;

impl Takes for Invoice {
    fn create<'a>(&'a self, _line: Line<'a>, payment: NewPayment<'a>) -> BoxFuture<'a, Result<Created, GatewayError>> {
        Box::pin(async move { Ok(Created { reference: String::new(), page: payment.way_back() }) })
    }

    fn read_callback(&self, _access: &Access, _callback: Callback<'_>) -> Result<Vec<Report>, CallbackError> {
        // Nobody calls: banks do not.
        Err(CallbackError::Signature)
    }

    fn ask<'a>(
        &'a self,
        _line: Line<'a>,
        _reference: &'a str,
        _payments: &'a [String],
    ) -> BoxFuture<'a, Vec<Result<Report, GatewayError>>> {
        Box::pin(async { Vec::new() })
    }
}
