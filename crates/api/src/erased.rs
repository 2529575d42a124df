//! Handlers of one type. The router's layers are generic over the handler that they stand around, and the compiler proves for each of
//! them anew that all it does may move between threads: for hundreds of handlers that was nearly half of what compiling this crate took.

use crate::state::ApiState;
use axum::extract::Request;
use axum::handler::Handler;
use axum::response::Response;
use std::pin::Pin;
use std::sync::Arc;

type Answering = Pin<Box<dyn Future<Output = Response> + Send>>;

/// A handler whose type says nothing of what it does.
#[derive(Clone)]
pub(crate) struct Erased(Arc<dyn Fn(Request, ApiState) -> Answering + Send + Sync>);

impl Handler<(), ApiState> for Erased {
    type Future = Answering;

    fn call(self, request: Request, state: ApiState) -> Answering {
        (self.0)(request, state)
    }
}

/// Forgets what a handler's type is; it answers as before.
pub(crate) fn erased<T: 'static>(handler: impl Handler<T, ApiState>) -> Erased {
    Erased(Arc::new(move |request, state| Box::pin(handler.clone().call(request, state))))
}

/// What [`utoipa_axum::routes!`] makes of the handlers of one path, with each of them [`erased`]. It reads operations by a rule of that
/// macro that is meant for itself: a version without it does not compile.
macro_rules! routes {
    ($($handler:path),+ $(,)?) => {{
        use utoipa_axum::PathItemExt as _;
        let mut paths = utoipa::openapi::path::Paths::new();
        let mut schemas = Vec::new();
        let mut router = axum::routing::MethodRouter::new();
        $(
            let (path, operation, methods) = utoipa_axum::routes!(@resolve_types $handler : schemas);
            let handler = $crate::erased::erased($handler);
            for method in &methods {
                router = router.on(method.to_method_filter(), handler.clone());
            }
            paths.add_path_operation(&path, methods, operation);
        )+
        (schemas, paths, router)
    }};
}
pub(crate) use routes;
