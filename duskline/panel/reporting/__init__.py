"""The dashboard, Today, reports, the forecast, saved reports and the emails that carry them."""
