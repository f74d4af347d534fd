struct _Placeholder {}
